import type { Schedule } from '#features/articles/schedule/schedule.schema.ts';
import type { Api, ListOptions, Page } from '#shared/calls/api-client.ts';
import { queryString } from '#shared/calls/api-client.ts';
import type { IssueDraft, IssueDraftInput } from './drafts/issue-draft.schema.ts';
import type { RecipientCounts, SendAnswer } from './issues.schema.ts';
import type { IssueDetail, IssueReport, Recipient } from './reports/issue-reports.schema.ts';
import type { Outcome } from './reports/outcome.ts';

const admin = '/newsletter/admin';
const issues = `${admin}/issues`;

/** An issue is named by its article, or by its own id if it has none. Without an id: the article's latest. */
type Issue = { articleId: number; id?: number } | { articleId: null; id: number };

const pathOf = ({ articleId, id }: Issue) => `${issues}/${articleId ?? id}`;

/** Reaches the confirmed subscribers who have not had this article yet (A2); it can be undone for `undoSeconds`. */
export function sendNewsletter(api: Api, articleId: number, undoSeconds: number): Promise<SendAnswer> {
  return api.call('POST', `${admin}/send/${articleId}`, { holdSeconds: undoSeconds });
}

/** Ends the undo window that ends at `sendAfter`. Refused if someone has undone it. */
export function sendNewsletterNow(api: Api, { articleId, id }: Issue, sendAfter: string): Promise<SendAnswer> {
  return api.call('POST', articleId === null ? `${issues}/${id}/send` : `${admin}/send/${articleId}`, { sendAfter });
}

/** How many a newsletter would be sent to now; without an article all who are confirmed. */
export function getRecipientCounts(api: Api, articleId: number | null): Promise<RecipientCounts> {
  return api.call('GET', `${admin}/audience${articleId === null ? '' : `?articleId=${articleId}`}`);
}

export type IssueVerb = 'pause' | 'resume' | 'cancel' | 'retry' | 'resend-unknown' | 'undo';

export function controlIssue(api: Api, issue: Issue, verb: IssueVerb): Promise<unknown> {
  return api.call('POST', `${pathOf(issue)}/${verb}${queryString({ issue: issue.id })}`);
}

export function listIssueReports(api: Api, options: ListOptions = {}): Promise<Page<IssueReport>> {
  return api.list(`${issues}${queryString(options)}`);
}

/** `id` is the article's, or that of an issue without one. Without `issueId`: the article's latest. */
export function getIssueDetail(api: Api, id: number, issueId?: number): Promise<IssueDetail> {
  return api.call('GET', `${issues}/${id}/report${queryString({ issue: issueId })}`);
}

export function listRecipients(
  api: Api,
  issue: Issue,
  options: ListOptions & { outcome: Outcome },
): Promise<Page<Recipient>> {
  return api.list(`${pathOf(issue)}/recipients${queryString({ ...options, issue: issue.id })}`);
}

export async function exportRecipients(
  api: Api,
  issue: Issue,
  wanted: { outcome: Outcome; format: string },
): Promise<Blob> {
  return (await api.open(`${pathOf(issue)}/recipients.csv${queryString({ ...wanted, issue: issue.id })}`)).blob();
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
