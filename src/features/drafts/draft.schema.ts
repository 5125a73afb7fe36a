import { z } from '@hono/zod-openapi';
import { emptyAsAbsent, Instant } from '#platform/http/schemas.ts';

/** Named by its title and first words. */
export const DraftList = z
  .array(z.object({ form: z.string(), at: Instant, title: z.string(), words: z.string() }))
  .openapi('DraftList');
export type DraftList = z.infer<typeof DraftList>;

export const Draft = z
  .object({
    version: z.number().int().positive().max(2_147_483_647).nullable().openapi({ description: 'Of the edited item' }),
    values: z.record(z.string(), z.unknown()).openapi({ description: "The form's own values, as they are typed" }),
    at: Instant.openapi({ description: 'When it was typed, by the clock of the browser' }),
  })
  .openapi('Draft');
export type Draft = z.infer<typeof Draft>;

export const DraftInput = Draft.extend({
  at: Draft.shape.at.optional(),
  by: z.uuid().toLowerCase().nullish().openapi({ description: 'The browser' }),
  seen: Instant.nullish().openapi({
    description: '`at` of the draft that this continues; any other becomes a new form',
  }),
}).openapi('DraftInput');
export type DraftInput = z.infer<typeof DraftInput>;

export const FoundDraft = z.object({ draft: Draft.nullable() }).openapi('FoundDraft');

const form = z
  .string()
  .regex(/^(?:settings|close-year|[a-z]{1,20}-(?:[1-9]\d{0,9}|new-[\da-f-]{36}))$/, 'There is no such form')
  .openapi({ example: 'articles-7', description: '`articles-new-` and a UUID before it is saved' });

export const DraftParams = z.object({ form });

export const DraftRemoval = z.object({
  until: emptyAsAbsent(Instant.openapi({ description: 'One that was written later stays' })),
});

/** A new form when the item was deleted permanently. */
export const DraftKept = z.object({ form: z.string(), at: Instant }).openapi('DraftKept');
export type DraftKept = z.infer<typeof DraftKept>;
