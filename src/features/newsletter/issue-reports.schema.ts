import { z } from '@hono/zod-openapi';
import { IssueProgress } from './newsletter.schema.ts';
import { missedStates } from './newsletter-words.ts';

/** `retryable`: failed, and still subscribed; `secondsLeft` is null while nobody can tell; `note` says why it stands still, `heldSince` that the mail server does not take this one. */
export const IssueReport = IssueProgress.extend({
  subject: z.string(),
  state: z.enum(['sending', 'paused', 'cancelled', 'done']),
  pauseReason: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  retryable: z.number().int(),
  ratePerSecond: z.number(),
  secondsLeft: z.number().int().nullable(),
  note: z.string().nullable(),
  heldSince: z.string().nullable(),
}).openapi('IssueReport');
export type IssueReport = z.infer<typeof IssueReport>;

/** An article and its newsletter, null while it was never sent. */
export const IssueDetail = z
  .object({ articleId: z.number().int(), title: z.string(), isPublished: z.boolean(), report: IssueReport.nullable() })
  .openapi('IssueDetail');
export type IssueDetail = z.infer<typeof IssueDetail>;

/** Somebody who has not, or perhaps not, got an issue; `nextAttemptAt` is null when it is not tried again by itself. */
export const Missed = z
  .object({
    id: z.number().int(),
    subscriberId: z.number().int(),
    email: z.string(),
    state: z.enum(missedStates),
    attempts: z.number().int(),
    smtpCode: z.number().int().nullable(),
    smtpAnswer: z.string().nullable(),
    nextAttemptAt: z.string().nullable(),
  })
  .openapi('Missed');
export type Missed = z.infer<typeof Missed>;
