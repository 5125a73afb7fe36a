import type { Schedule } from '#features/articles/schedule/schedule.schema.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import type { Api, ListOptions, Page } from '#shared/calls/api-client.ts';
import { queryString } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import type { IssueDraft, IssueDraftInput } from './drafts/issue-draft.schema.ts';
import type { RecipientCounts, SendAnswer } from './issues.schema.ts';
import type { ArticleNewsletter, IssueReport, Recipient } from './reports/issue-reports.schema.ts';
import type { Outcome } from './reports/outcome.ts';

const admin = '/newsletter/admin';
const issues = `${admin}/issues`;

/** Reaches the confirmed subscribers who have not had this article yet (A2); it can be undone for `undoSeconds`. */
export function sendNewsletter(api: Api, articleId: number, undoSeconds: number): Promise<SendAnswer> {
  return api.call('POST', `${admin}/send/${articleId}`, { holdSeconds: undoSeconds });
}

/** Ends the undo window that ends at `sendAfter`. Refused if someone has undone it. */
export function sendNewsletterNow(api: Api, id: number, sendAfter: string): Promise<SendAnswer> {
  return api.call('POST', `${issues}/${id}/send`, { sendAfter });
}

/** How many a newsletter would be sent to now; without an article all who are confirmed. */
export function getRecipientCounts(api: Api, articleId: number | null): Promise<RecipientCounts> {
  return api.call('GET', `${admin}/audience${articleId === null ? '' : `?articleId=${articleId}`}`);
}

export type IssueVerb = 'pause' | 'resume' | 'cancel' | 'retry' | 'resend-unknown';

export function controlIssue(api: Api, id: number, verb: IssueVerb): Promise<{ message: string }> {
  return api.call('POST', `${issues}/${id}/${verb}`);
}

/** One that is gone was undone before. */
export function undoIssue(api: Api, id: number): Promise<{ message: string }> {
  return api.call<{ message: string }>('POST', `${issues}/${id}/undo`).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return { message: newsletterAnswers.takenBack };
  });
}

export function listIssueReports(api: Api, options: ListOptions = {}): Promise<Page<IssueReport>> {
  return api.list(`${issues}${queryString(options)}`);
}

export function getIssueReport(api: Api, id: number): Promise<IssueReport> {
  return api.call('GET', `${issues}/${id}/report`);
}

export function getArticleNewsletter(api: Api, articleId: number): Promise<ArticleNewsletter> {
  return api.call('GET', `${admin}/articles/${articleId}/report`);
}

export function listRecipients(
  api: Api,
  id: number,
  options: ListOptions & { outcome: Outcome },
): Promise<Page<Recipient>> {
  return api.list(`${issues}/${id}/recipients${queryString(options)}`);
}

export async function exportRecipients(
  api: Api,
  id: number,
  wanted: { outcome: Outcome; format: string },
): Promise<Blob> {
  return (await api.open(`${issues}/${id}/recipients.csv${queryString(wanted)}`)).blob();
}

export function createIssueDraft(api: Api, kind: IssueDraft['kind']): Promise<IssueDraft> {
  return api.call('POST', issues, { kind });
}

export function getIssueDraft(api: Api, id: number): Promise<IssueDraft> {
  return api.call('GET', `${issues}/${id}/draft`);
}

export function saveIssueDraft(api: Api, id: number, input: IssueDraftInput): Promise<IssueDraft> {
  return api.call('PUT', `${issues}/${id}/draft`, input);
}

export function deleteIssueDraft(api: Api, id: number): Promise<{ message: string }> {
  return api.call('DELETE', `${issues}/${id}/draft`);
}

/** Refused if the draft was changed or stopped since `version`. */
export function sendIssueDraft(
  api: Api,
  id: number,
  { undoSeconds, version }: { undoSeconds: number; version: string },
): Promise<SendAnswer> {
  return api.call('POST', `${issues}/${id}/send`, { holdSeconds: undoSeconds, version });
}

export function scheduleIssueDraft(
  api: Api,
  id: number,
  schedule: Pick<Schedule, 'publishAt'> & { version: string },
): Promise<IssueDraft> {
  return api.call('PUT', `${issues}/${id}/schedule`, schedule);
}

export function stopIssue(api: Api, id: number): Promise<{ message: string }> {
  return api.call('POST', `${issues}/${id}/stop`);
}
