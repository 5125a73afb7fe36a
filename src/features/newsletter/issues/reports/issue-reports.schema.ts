import { z } from '@hono/zod-openapi';
import { Schedule } from '#features/articles/schedule/schedule.schema.ts';
import { issueKinds, issueStates } from '#features/newsletter/issue.ts';
import { ListQuery } from '#platform/http/list-pages.ts';
import { TableQuery } from '#platform/spreadsheets/table-export.ts';
import { failures, outcomes } from './outcome.ts';

const count = z.number().int();

/** `delivered` excludes bounces and includes those who `unsubscribed`. */
const Outcomes = z
  .object({
    delivered: count,
    bounced: count,
    complaints: count,
    unsubscribed: count,
    notConfirmed: count,
    failed: count,
  })
  .openapi('Outcomes');
export type Outcomes = z.infer<typeof Outcomes>;

/**
 * `counts`: its mails by state, `total` in all. `gone`: bounced or failed because the address does not exist. `retryable`: failed mails to people still subscribed; for digests
 * and notes also mails in the outbox, once there is a mail server. `resendable`: the same for mails not confirmed. `note`: why
 * nothing is being sent, or why the rest of one that is done was not. `serverPauseSince`: paused by the mail server since then. `sendAfter`: can be undone until then. `schedule`: of
 * a draft alone. `isOffSite`: its article is no longer on the site, and so neither is its page.
 */
export const IssueReport = z
  .object({
    id: z.number().int(),
    kind: z.enum(issueKinds),
    articleId: z.number().int().nullable(),
    subject: z.string(),
    state: z.enum(issueStates),
    pauseReason: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
    total: count,
    counts: z.object({
      queued: count,
      sending: count,
      sent: count,
      retry: count,
      failed: count,
      unknown: count,
      skipped: count,
      kept: count,
    }),
    outcomes: Outcomes,
    gone: count,
    retryable: count,
    resendable: count,
    note: z.string().nullable(),
    isArchived: z.boolean(),
    isOffSite: z.boolean(),
    serverPauseSince: z.string().nullable(),
    sendAfter: z.string().nullable(),
    schedule: Schedule.nullable().optional(),
  })
  .openapi('IssueReport');
export type IssueReport = z.infer<typeof IssueReport>;

/** `sent`: mails of all its issues. `report`: of the latest; null if it was never sent. */
export const ArticleNewsletter = z
  .object({
    articleId: z.number().int(),
    title: z.string(),
    isPublished: z.boolean(),
    sent: count,
    report: IssueReport.nullable(),
  })
  .openapi('ArticleNewsletter');
export type ArticleNewsletter = z.infer<typeof ArticleNewsletter>;

/**
 * A recipient of an issue. `at`: when it was accepted, or the subscriber left. `why`: the kind of failure. `reason`: the mail
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

const which = { outcome: z.enum(outcomes).default('delivered') };

export const RecipientsExportQuery = TableQuery.extend(which);

export const RecipientsQuery = ListQuery.omit({ search: true }).extend(which);
export type RecipientsQuery = z.infer<typeof RecipientsQuery>;
