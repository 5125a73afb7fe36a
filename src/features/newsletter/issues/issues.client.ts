import { nameOfIssue } from '#features/newsletter/issue.ts';
import type { Api } from '#shared/calls/api-client.ts';
import type { IssueProgress, RecipientCounts, SendAnswer } from './issues.schema.ts';

/** Reaches the confirmed subscribers who have not had this article yet (A2); it can be undone for `holdSeconds`. */
export function sendNewsletter(api: Api, articleId: number, holdSeconds: number): Promise<SendAnswer> {
  return api.call('POST', `/newsletter/admin/send/${articleId}`, { holdSeconds });
}

/** Ends the undo window of the article's newsletter. */
export function endUndoWindowNow(api: Api, articleId: number): Promise<SendAnswer> {
  return api.call('POST', `/newsletter/admin/send/${articleId}`);
}

/** Undoes the article's latest newsletter while its undo window is open: no one gets it. */
export function undoSending(api: Api, articleId: number): Promise<unknown> {
  return api.call('POST', `/newsletter/admin/issues/${articleId}/undo`);
}

/** How many a newsletter would be sent to now; without an article all who are confirmed. */
export function getRecipientCounts(api: Api, articleId: number | null): Promise<RecipientCounts> {
  return api.call('GET', `/newsletter/admin/audience${articleId === null ? '' : `?articleId=${articleId}`}`);
}

export function getIssueProgress(api: Api, articleId: number): Promise<IssueProgress> {
  return api.call('GET', `/newsletter/admin/issues/${articleId}`);
}

export type IssueVerb = 'pause' | 'resume' | 'cancel' | 'retry' | 'resend-unknown' | 'undo';

export function controlIssue(
  api: Api,
  issue: { articleId: number | null; id: number },
  verb: IssueVerb,
): Promise<unknown> {
  return api.call('POST', `/newsletter/admin/issues/${nameOfIssue(issue)}/${verb}?issue=${issue.id}`);
}
