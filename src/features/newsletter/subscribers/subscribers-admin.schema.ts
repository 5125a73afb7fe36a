import { z } from '@hono/zod-openapi';
import { Email } from '#platform/forms/public-form-fields.ts';
import { ListQuery } from '#platform/http/list-pages.ts';
import { TableQuery } from '#platform/spreadsheets/table-export.ts';
import { subscriberStates, wishes } from './subscriber.ts';

const count = z.number().int();

export const SubscribersQuery = ListQuery.extend({ state: z.enum(subscriberStates).optional() });
export type SubscribersQuery = z.infer<typeof SubscribersQuery>;

export const ExportQuery = TableQuery.extend({ state: z.enum(subscriberStates).optional() });

export const ImportQuery = z.object({
  dryRun: z.enum(['true', 'false']).optional(),
  take: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .openapi({ description: 'Of `unclearColumns` who is written to: `column=value`, or `column` for all its values' }),
});

/** `askedAgainAt`: when an address that is suppressed or unsubscribed was last entered again. */
export const Subscriber = z
  .object({
    id: z.number().int(),
    email: z.string(),
    state: z.enum(subscriberStates),
    createdAt: z.string(),
    confirmedAt: z.string().nullable(),
    unsubscribedAt: z.string().nullable(),
    suppressedAt: z.string().nullable(),
    suppressedBecause: z.string().nullable(),
    askedAgainAt: z.string().nullable(),
    wish: z.enum(wishes),
  })
  .openapi('Subscriber');
export type Subscriber = z.infer<typeof Subscriber>;

/** `detail` is the mail server's answer or the newsletter's subject; `by` an administrator's username. */
export const SubscriberHistory = z.object({
  at: z.string(),
  what: z.string(),
  detail: z.string().nullable(),
  by: z.string().nullable(),
});
export type SubscriberHistory = z.infer<typeof SubscriberHistory>;

export const SubscriberDetail = Subscriber.extend({ history: z.array(SubscriberHistory) }).openapi('SubscriberDetail');
export type SubscriberDetail = z.infer<typeof SubscriberDetail>;

export const NewSubscriber = z.object({ email: Email }).openapi('NewSubscriber');

/**
 * What happened to the lines, or would with `isDryRun`. `added` as confirmed or pending; `confirmed` were pending; `known` stay as
 * they are; `keptOut` are unsubscribed or suppressed here; `erased` are among the errors; `duplicates` are repeated in the file.
 * `leftThere` and `bouncedThere` had unsubscribed or bounced in the old system and stay off the list. `unclear` have a status that
 * is not understood, and stay off until `take` names it; `unclearColumns` names up to six values of each. `cleaned` had invisible characters. `understood`: the first five lines.
 */
export const ImportReport = z
  .object({
    isDryRun: z.boolean(),
    lines: count,
    addedConfirmed: count,
    addedPending: count,
    confirmed: count,
    known: count,
    keptOut: count,
    erased: count,
    duplicates: count,
    leftThere: count,
    bouncedThere: count,
    unclear: count,
    cleaned: count,
    errorCount: count,
    unclearColumns: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
    understood: z.array(
      z.object({
        line: count,
        email: z.string().nullable(),
        becomes: z.enum(['confirmed', 'pending', 'known', 'kept out', 'left', 'bounced', 'unclear', 'refused']),
        on: z.string().nullable(),
      }),
    ),
    errors: z.array(z.object({ line: z.number().int(), message: z.string() })),
  })
  .openapi('ImportReport');
export type ImportReport = z.infer<typeof ImportReport>;

/** An address that bounced; `because` is what the mail server said. */
export const PendingSuppression = z
  .object({ subscriberId: z.number().int(), email: z.string(), at: z.string(), because: z.string() })
  .openapi('PendingSuppression');
export type PendingSuppression = z.infer<typeof PendingSuppression>;

export const PendingDecision = z
  .object({
    subscriberIds: z.array(z.number().int().positive()).min(1).max(10_000),
    verb: z.enum(['suppress', 'keep']),
  })
  .openapi('PendingDecision');
