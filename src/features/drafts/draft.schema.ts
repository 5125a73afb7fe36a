import { z } from '@hono/zod-openapi';
import { emptyAsAbsent, ImageUrl, Instant, textSchema } from '#platform/http/schemas.ts';
import { draftMessages, parseFormName } from './draft.ts';

const mostValues = 60;

/** Which drafts there are: of their content nothing. */
const ListedDraft = z.object({ form: z.string(), id: z.string(), key: z.string(), at: Instant }).openapi('ListedDraft');

export const DraftList = z
  .object({
    drafts: z.array(ListedDraft),
    created: z.array(z.string()).openapi({ description: 'Keys of the last month under which an item was created' }),
  })
  .openapi('DraftList');
export type DraftList = z.infer<typeof DraftList>;

const content = {
  id: z.uuid().toLowerCase().openapi({ description: 'Of the form that writes it' }),
  key: z.uuid().toLowerCase().openapi({ description: 'The Idempotency-Key of the creation of its item' }),
  version: z.number().int().positive().max(2_147_483_647).nullable().openapi({ description: 'Of the edited item' }),
  values: z
    .record(z.string().max(50), z.unknown())
    .refine((values) => Object.keys(values).length <= mostValues, draftMessages.tooManyValues)
    .openapi({ description: "The form's own values, as they are typed" }),
  picture: textSchema(300, 'The name of the file').nullable().openapi({ description: 'The name of the chosen file' }),
  pictureUrl: ImageUrl.openapi({ description: 'Where it is on the site; null until it is uploaded' }),
};

export const Draft = z.object({ ...content, at: Instant }).openapi('Draft');
export type Draft = z.infer<typeof Draft>;

export const DraftInput = z
  .object({
    ...content,
    over: z.uuid().toLowerCase().nullable().openapi({
      description: 'The id of the draft that this one continues; another one is not replaced but answered with 409',
    }),
    overAt: Instant.nullish().openapi({ description: 'When it was written; a newer one is not replaced' }),
  })
  .openapi('DraftInput');
export type DraftInput = z.infer<typeof DraftInput>;

export function draftParams(kinds: readonly string[]) {
  return z.object({
    form: z
      .string()
      .refine((form) => kinds.includes(parseFormName(form)?.kind ?? ''), 'There is no such form')
      .openapi({ example: 'articles-7', description: '`articles-new` before it is saved' }),
  });
}

export const DraftRemoval = z.object({
  id: z.uuid().toLowerCase().openapi({ description: 'Another draft stays' }),
  until: emptyAsAbsent(Instant.openapi({ description: 'One that was written later stays' })),
});

export const FoundDraft = z
  .object({
    draft: Draft.nullable(),
    hasItem: z.boolean().openapi({ description: 'False once what the form edits was deleted permanently' }),
  })
  .openapi('FoundDraft');
export type FoundDraft = z.infer<typeof FoundDraft>;

export const DraftKept = z.object({ at: Instant }).openapi('DraftKept');
