import { z } from '@hono/zod-openapi';
import { issueStates } from '#features/newsletter/issue.ts';
import { mostHoldSeconds, settingsMessages } from '#features/settings/settings.ts';
import { orAbsent } from '#platform/http/schemas.ts';

/** How long no mail leaves, so that it can be undone. Without it the first one leaves at once. */
export const SendInput = z
  .object({
    holdSeconds: orAbsent(
      z
        .number(settingsMessages.holdSeconds)
        .int(settingsMessages.holdSeconds)
        .min(0, settingsMessages.holdSeconds)
        .max(mostHoldSeconds, settingsMessages.holdSeconds),
    ).transform((seconds) => seconds ?? 0),
  })
  .openapi('SendInput');

/**
 * `queued` now, `alreadySent` had it before (or perhaps had it), `audience` all confirmed subscribers; `isKept` without a mail server:
 * no one gets it. `sendAfter` while it can be undone: no mail leaves before then.
 */
export const SendAnswer = z
  .object({
    message: z.string(),
    queued: z.number().int(),
    alreadySent: z.number().int(),
    audience: z.number().int(),
    isKept: z.boolean(),
    sendAfter: z.string().optional(),
  })
  .openapi('SendAnswer');
export type SendAnswer = z.infer<typeof SendAnswer>;

/**
 * A newsletter that can be undone; `secondsLeft` by the clock of the server, 0 when a worker is about to begin. `hours`, as
 * '08:00 and 20:00', while none leaves at this time of the day.
 */
export const DelayedIssue = z
  .object({
    id: z.number().int(),
    articleId: z.number().int().nullable(),
    subject: z.string(),
    readers: z.number().int(),
    sendAfter: z.string(),
    secondsLeft: z.number().int(),
    hours: z.string().nullable(),
  })
  .openapi('DelayedIssue');
export type DelayedIssue = z.infer<typeof DelayedIssue>;

/** Whose audience is asked for; without an article everyone's. */
export const RecipientCountsQuery = z.object({
  articleId: orAbsent(
    z
      .string()
      .regex(/^[1-9][0-9]{0,14}$/, 'This is not the number of an article')
      .transform(Number)
      .openapi({ type: 'integer', minimum: 1 }),
  ),
});

/** `audience` all confirmed subscribers: those who have had the article or are about to, `inDoubt` of them perhaps not, and those it would go to now. */
export const RecipientCounts = z
  .object({
    audience: z.number().int(),
    alreadySent: z.number().int(),
    inDoubt: z.number().int(),
    toSend: z.number().int(),
  })
  .openapi('Audience');
export type RecipientCounts = z.infer<typeof RecipientCounts>;

const Outcomes = z
  .object({
    accepted: z.number().int(),
    bounced: z.number().int(),
    complaints: z.number().int(),
    left: z.number().int(),
    inDoubt: z.number().int(),
    failed: z.number().int(),
  })
  .openapi('Outcomes');

/** The deliveries of one article's newsletter by state; `state` is null while it has never been sent. */
export const IssueProgress = z
  .object({
    articleId: z.number().int().nullable(),
    subject: z.string().nullable(),
    state: z.enum(issueStates).nullable(),
    updatedAt: z.string().nullable(),
    total: z.number().int(),
    counts: z.object({
      queued: z.number().int(),
      sending: z.number().int(),
      sent: z.number().int(),
      retry: z.number().int(),
      failed: z.number().int(),
      unknown: z.number().int(),
      skipped: z.number().int(),
      kept: z.number().int(),
    }),
    outcomes: Outcomes,
  })
  .openapi('IssueProgress');
export type IssueProgress = z.infer<typeof IssueProgress>;
