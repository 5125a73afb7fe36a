import { z } from '@hono/zod-openapi';
import { idQuerySchema } from '#features/newsletter/content/issue-id-query.schema.ts';
import { mostUndoSeconds, settingsMessages } from '#features/settings/settings.ts';
import { emptyAsAbsent } from '#platform/http/schemas.ts';

const count = z.number().int();

/** `holdSeconds`: the undo window before the first mail; by default none, and a running one ends. */
export const SendInput = z
  .object({
    holdSeconds: emptyAsAbsent(
      z
        .number(settingsMessages.undoSeconds)
        .int(settingsMessages.undoSeconds)
        .min(0, settingsMessages.undoSeconds)
        .max(mostUndoSeconds, settingsMessages.undoSeconds),
    ).transform((seconds) => seconds ?? 0),
  })
  .openapi('SendInput');

/**
 * `queued` now; `alreadySent`: had it before, or perhaps did; `audience`: confirmed subscribers who chose its kind, `others`: those who did
 * not. `isKept`: there is no mail server, so no one gets it. `sendAfter`: the end of the undo window; no mail is sent before.
 * `issueId`: the newsletter that was queued. `hours`: as in a `DelayedIssue`.
 */
export const SendAnswer = z
  .object({
    message: z.string(),
    issueId: z.number().int().optional(),
    queued: count,
    alreadySent: count,
    audience: count,
    others: count,
    isKept: z.boolean(),
    sendAfter: z.string().optional(),
    hours: z.string().optional(),
  })
  .openapi('SendAnswer');
export type SendAnswer = z.infer<typeof SendAnswer>;

/**
 * A newsletter that can be undone. `secondsLeft` by the server's clock, 0 when a worker is about to start. `hours`, such as '08:00
 * and 20:00', if it waits for the sending hours.
 */
export const DelayedIssue = z
  .object({
    id: z.number().int(),
    articleId: z.number().int().nullable(),
    subject: z.string(),
    subscribers: z.number().int(),
    sendAfter: z.string(),
    secondsLeft: z.number().int(),
    hours: z.string().nullable(),
  })
  .openapi('DelayedIssue');
export type DelayedIssue = z.infer<typeof DelayedIssue>;

export const RecipientCountsQuery = z.object({ articleId: idQuerySchema('an article') });

/**
 * Of `audience`, the confirmed subscribers who get single articles: those who have had the article or will (`underWay`),
 * `notConfirmed` of them perhaps not, and those who would get it now. `others`: confirmed subscribers who chose not to get it.
 */
export const RecipientCounts = z
  .object({ audience: count, others: count, alreadySent: count, underWay: count, notConfirmed: count, toSend: count })
  .openapi('Audience');
export type RecipientCounts = z.infer<typeof RecipientCounts>;
