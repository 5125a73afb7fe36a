import type { Api, Page } from '#shared/calls/api-client.ts';
import { type ListOptions, queryOf } from '#shared/calls/api-client.ts';
import type { IssueDetail, IssueReport, Recipient } from './issue-reports.schema.ts';
import type { Outcome } from './outcome.ts';

export type IssueVerb = 'pause' | 'resume' | 'cancel' | 'retry' | 'resend-unknown' | 'undo';

const issues = '/newsletter/admin/issues';

/** The newsletters, newest first. */
export function listIssues(api: Api, options: ListOptions = {}): Promise<Page<IssueReport>> {
  return api.list(`${issues}${queryOf(options)}`);
}

/** Without `issueId` the article's latest. */
export function getIssueDetail(api: Api, articleId: number, issueId?: number): Promise<IssueDetail> {
  return api.call('GET', `${issues}/${articleId}/report${issueId === undefined ? '' : `?issue=${issueId}`}`);
}

type Issue = Pick<IssueReport, 'articleId' | 'id'>;

export function controlIssue(api: Api, { articleId, id }: Issue, verb: IssueVerb): Promise<unknown> {
  return api.call('POST', `${issues}/${articleId}/${verb}?issue=${id}`);
}

/** Whose mails had this outcome. */
export function listRecipients(
  api: Api,
  articleId: number,
  options: ListOptions & { issue: number; outcome: Outcome },
): Promise<Page<Recipient>> {
  return api.list(`${issues}/${articleId}/recipients${queryOf(options)}`);
}

/** The same as a file. */
export async function exportRecipients(
  api: Api,
  articleId: number,
  { issue, outcome, format }: { issue: number; outcome: Outcome; format: string },
): Promise<Blob> {
  return (
    await api.open(`${issues}/${articleId}/recipients.csv?issue=${issue}&outcome=${outcome}&format=${format}`)
  ).blob();
}
