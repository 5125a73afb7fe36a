/** Audits what is done to an issue: under its article, or under the issue when it has none. */
import { type AuditEntry, audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/db.ts';
import type { IssueVerb } from '#shared/audit-action.ts';

type Issue = { id: number; articleId: number | null };
type Entry = Omit<AuditEntry, 'action' | 'entityId'> & { verb: IssueVerb };

export function issueAuditAction({ id, articleId }: Issue, verb: IssueVerb): Pick<AuditEntry, 'action' | 'entityId'> {
  return articleId === null
    ? { action: `issue.${verb}`, entityId: id }
    : { action: `newsletter.${verb}`, entityId: articleId };
}

export async function auditIssue(trx: Db, issue: Issue, { verb, ...entry }: Entry): Promise<void> {
  await audit(trx, { ...entry, ...issueAuditAction(issue, verb) });
}
