import { z } from '@hono/zod-openapi';
import { IssueQuery } from '#features/newsletter/content/issue-id-query.schema.ts';
import { issueKinds, issueStates } from '#features/newsletter/issue.ts';
import { ListQuery } from '#platform/http/api.ts';
import { TableQuery } from '#platform/spreadsheets/answer-table.ts';
import { IssueProgress } from '../issues.schema.ts';
import { failures, outcomes } from './outcome.ts';

/**
 * `gone`: of the bounced and the failed, whose address does not exist; `retryable`: failed, or kept of a digest or note while there is a mail server, and still subscribed; `resendable`: the same of those not confirmed; `note` says why it stands still, `heldSince` that the mail server does not take this one, `sendAfter` that it can be taken
 * back until its first mail leaves then.
 */
export const IssueReport = IssueProgress.extend({
  subject: z.string(),
  state: z.enum(issueStates),
  pauseReason: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  gone: z.number().int(),
  retryable: z.number().int(),
  resendable: z.number().int(),
  note: z.string().nullable(),
  id: z.number().int(),
  kind: z.enum(issueKinds),
  isArchived: z.boolean(),
  heldSince: z.string().nullable(),
  sendAfter: z.string().nullable(),
}).openapi('IssueReport');
export type IssueReport = z.infer<typeof IssueReport>;

/** An article, none for a digest or note, and one of its issues, null while it was never sent; `sent` mails of all of them. */
export const IssueDetail = z
  .object({
    articleId: z.number().int().nullable(),
    title: z.string(),
    isPublished: z.boolean(),
    sent: z.number().int(),
    report: IssueReport.nullable(),
  })
  .openapi('IssueDetail');
export type IssueDetail = z.infer<typeof IssueDetail>;

/**
 * A recipient of an issue. `at`: when it was accepted, or the subscriber left; `why` it failed, if it did, and `reason` in the mail
 * server's words.
 */
export const Recipient = z
  .object({
    id: z.number().int(),
    subscriberId: z.number().int(),
    email: z.string(),
    why: z.enum(failures).nullable(),
    at: z.string().nullable(),
    smtpCode: z.number().int().nullable(),
    reason: z.string().nullable(),
  })
  .openapi('Recipient');
export type Recipient = z.infer<typeof Recipient>;

const which = { outcome: z.enum(outcomes).default('delivered'), ...IssueQuery.shape };

export const RecipientsExportQuery = TableQuery.extend(which);

export const RecipientsQuery = ListQuery.omit({ search: true }).extend(which);
export type RecipientsQuery = z.infer<typeof RecipientsQuery>;
