import { z } from '@hono/zod-openapi';
import { idQuery } from '#features/newsletter/content/issue-id-query.schema.ts';
import { issueStates } from '#features/newsletter/issue.ts';
import { mostHoldSeconds, settingsMessages } from '#features/settings/settings.ts';
import { orAbsent } from '#platform/http/schemas.ts';

const count = z.number().int();

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
    queued: count,
    alreadySent: count,
    audience: count,
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

export const RecipientCountsQuery = z.object({ articleId: idQuery('an article') });

/** `audience` all confirmed subscribers: those who have had the article or are about to, `inDoubt` of them perhaps not, and those it would go to now. */
export const RecipientCounts = z
  .object({ audience: count, alreadySent: count, inDoubt: count, toSend: count })
  .openapi('Audience');
export type RecipientCounts = z.infer<typeof RecipientCounts>;

/** `accepted` have not bounced; those who `left` had accepted it. */
const Outcomes = z
  .object({ accepted: count, bounced: count, complaints: count, left: count, inDoubt: count, failed: count })
  .openapi('Outcomes');

/** The deliveries of one article's newsletter by state; `state` is null while it has never been sent. */
export const IssueProgress = z
  .object({
    articleId: z.number().int().nullable(),
    subject: z.string().nullable(),
    state: z.enum(issueStates).nullable(),
    updatedAt: z.string().nullable(),
    total: count,
    counts: z.object({
      ...{ queued: count, sending: count, sent: count, retry: count },
      ...{ failed: count, unknown: count, skipped: count, kept: count },
    }),
    outcomes: Outcomes,
  })
  .openapi('IssueProgress');
export type IssueProgress = z.infer<typeof IssueProgress>;
