import { nameOfIssue } from '#features/newsletter/issue.ts';
import type { Api, Page } from '#shared/calls/api-client.ts';
import { type ListOptions, queryString } from '#shared/calls/api-client.ts';
import type { IssueDetail, IssueReport, Recipient } from './issue-reports.schema.ts';
import type { Outcome } from './outcome.ts';

const issues = '/newsletter/admin/issues';

export function listIssueReports(api: Api, options: ListOptions = {}): Promise<Page<IssueReport>> {
  return api.list(`${issues}${queryString(options)}`);
}

/** `id` is the article's, or that of an issue without one. Without `issueId`: the article's latest. */
export function getIssueDetail(api: Api, id: number, issueId?: number): Promise<IssueDetail> {
  return api.call('GET', `${issues}/${id}/report${issueId === undefined ? '' : `?issue=${issueId}`}`);
}

type Issue = Pick<IssueReport, 'articleId' | 'id'>;

export function listRecipients(
  api: Api,
  issue: Issue,
  options: ListOptions & { outcome: Outcome },
): Promise<Page<Recipient>> {
  return api.list(`${issues}/${nameOfIssue(issue)}/recipients${queryString({ ...options, issue: issue.id })}`);
}

export async function exportRecipients(
  api: Api,
  issue: Issue,
  { outcome, format }: { outcome: Outcome; format: string },
): Promise<Blob> {
  const query = `issue=${issue.id}&outcome=${outcome}&format=${format}`;
  return (await api.open(`${issues}/${nameOfIssue(issue)}/recipients.csv?${query}`)).blob();
}
