import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import type { IssueDraft } from './drafts/issue-draft.schema.ts';
import type { RecipientCounts, SendAnswer } from './issues.schema.ts';
import type { ArticleNewsletter, IssueReport } from './reports/issue-reports.schema.ts';

const admin = '/newsletter/admin';
const issues = `${admin}/issues`;

/** Ends the undo window that ends at `sendAfter`. Refused if someone has undone it. */
export function sendNewsletterNow(api: Api, id: number, sendAfter: string): Promise<SendAnswer> {
  return api.call('POST', `${issues}/${id}/send`, { sendAfter });
}

/** How many a newsletter would be sent to now; without an article all who are confirmed. */
export function getRecipientCounts(api: Api, articleId: number | null): Promise<RecipientCounts> {
  return api.call('GET', `${admin}/audience${articleId === null ? '' : `?articleId=${articleId}`}`);
}

/** One that is gone was undone before. */
export function undoIssue(api: Api, id: number): Promise<{ message: string }> {
  return api.call<{ message: string }>('POST', `${issues}/${id}/undo`).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return { message: newsletterAnswers.takenBack };
  });
}

export function getIssueReport(api: Api, id: number): Promise<IssueReport> {
  return api.call('GET', `${issues}/${id}`);
}

export function getArticleNewsletter(api: Api, articleId: number): Promise<ArticleNewsletter> {
  return api.call('GET', `${admin}/articles/${articleId}/report`);
}

export function createIssueDraft(api: Api, kind: IssueDraft['kind']): Promise<IssueDraft> {
  return api.call('POST', issues, { kind });
}

export function getIssueDraft(api: Api, id: number): Promise<IssueDraft> {
  return api.call('GET', `${issues}/${id}/draft`);
}
