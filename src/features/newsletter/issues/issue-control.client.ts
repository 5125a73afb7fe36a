import { nameOfIssue } from '#features/newsletter/issue.ts';
import type { Api } from '#shared/calls/api-client.ts';
import type { IssueReport } from './reports/issue-reports.schema.ts';

export type IssueVerb = 'pause' | 'resume' | 'cancel' | 'retry' | 'resend-unknown' | 'undo';

export function controlIssue(
  api: Api,
  issue: Pick<IssueReport, 'articleId' | 'id'>,
  verb: IssueVerb,
): Promise<unknown> {
  return api.call('POST', `/newsletter/admin/issues/${nameOfIssue(issue)}/${verb}?issue=${issue.id}`);
}
