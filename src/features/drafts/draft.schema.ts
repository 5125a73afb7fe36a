import { z } from '@hono/zod-openapi';
import { emptyAsAbsent, Instant } from '#platform/http/schemas.ts';
import { draftMessages } from './draft.ts';

const mostValues = 60;

const by = z.uuid().toLowerCase().nullable().openapi({ description: 'The browser that wrote it' });

/** Named by its title and first words. */
export const DraftList = z
  .array(z.object({ form: z.string(), at: Instant, by, title: z.string(), words: z.string() }))
  .openapi('DraftList');
export type DraftList = z.infer<typeof DraftList>;

const content = {
  version: z.number().int().positive().max(2_147_483_647).nullable().openapi({ description: 'Of the edited item' }),
  values: z
    .record(z.string().max(50), z.unknown())
    .refine((values) => Object.keys(values).length <= mostValues, draftMessages.tooManyValues)
    .openapi({ description: "The form's own values, as they are typed" }),
  by: by.default(null),
};

export const DraftInput = z.object(content).openapi('DraftInput');
export type DraftInput = z.infer<typeof DraftInput>;

export const Draft = z.object({ ...content, at: Instant }).openapi('Draft');
export type Draft = z.infer<typeof Draft>;

export const FoundDraft = z.object({ draft: Draft.nullable() }).openapi('FoundDraft');

export const DraftParams = z.object({
  form: z
    .string()
    .regex(/^(?:settings|close-year|[a-z]{1,20}-(?:[1-9]\d{0,9}|new-[\da-f-]{36}))$/, 'There is no such form')
    .openapi({ example: 'articles-7', description: '`articles-new-` and a UUID before it is saved' }),
});

export const DraftRemoval = z.object({
  until: emptyAsAbsent(Instant.openapi({ description: 'One that was written later stays' })),
});

export const DraftKept = z.object({ at: Instant }).openapi('DraftKept');
