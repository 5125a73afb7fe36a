import { z } from '@hono/zod-openapi';
import type { Kind } from '#features/items/kind.ts';
import { ImageUrl, Instant, text } from '#platform/http/schemas.ts';
import { mostHeld, mostStamps, workingCopyMessages } from './working-copy.ts';

const nullableText = z.string().nullable();

/** What is kept of a form, as lists name it. */
export const WorkingCopy = z
  .object({
    id: z.string(),
    kind: z.string(),
    entityId: z.number().int().nullable().openapi({ description: 'Null for an item that is not saved yet' }),
    at: Instant,
    version: z.number().int().nullable().openapi({ description: 'Of the item that was edited' }),
    title: z.string(),
    words: z.string(),
    stamp: nullableText.openapi({ description: 'When the browser that wrote it had stored it' }),
  })
  .openapi('WorkingCopy');
export type WorkingCopy = z.infer<typeof WorkingCopy>;

export const WorkingCopyList = z
  .object({
    copies: z.array(WorkingCopy),
    ended: z
      .array(
        z.object({
          id: z.string(),
          at: Instant,
          stamps: z.array(z.string()).openapi({ description: 'When the contents that ended with it had been stored' }),
        }),
      )
      .openapi({ description: 'Of those in `held`: what was saved or discarded, and when' }),
  })
  .openapi('WorkingCopyList');
export type WorkingCopyList = z.infer<typeof WorkingCopyList>;

const content = {
  values: z
    .record(z.string().max(50), z.unknown())
    .openapi({ description: "The form's own values, as they are typed" }),
  picture: nullableText.openapi({ description: 'The name of the chosen file' }),
  pictureUrl: nullableText.openapi({ description: 'Where it is on the site; null until it is uploaded' }),
};

export const WorkingCopyDetail = WorkingCopy.extend(content).openapi('WorkingCopyDetail');
export type WorkingCopyDetail = z.infer<typeof WorkingCopyDetail>;

const mostValues = 60;

export function workingCopyInput(kinds: readonly Kind[]) {
  return z
    .object({
      kind: z.enum(kinds.map(({ name }) => name)),
      entityId: z.number().int().positive().nullable(),
      version: z.number().int().positive().max(2_147_483_647).nullable(),
      ...content,
      values: content.values.refine(
        (values) => Object.keys(values).length <= mostValues,
        workingCopyMessages.tooManyValues,
      ),
      picture: text(300, 'The name of the file').nullable(),
      pictureUrl: ImageUrl,
      stamp: Instant.optional().openapi({ description: 'When the browser stored this content' }),
      follows: z.array(Instant).max(mostStamps).optional().openapi({
        description: 'The stamps that this content goes on from; a copy with another one is refused by 409',
      }),
    })
    .openapi('WorkingCopyInput');
}
export type WorkingCopyInput = z.infer<ReturnType<typeof workingCopyInput>>;

/** Made by the browser for each form that is begun. */
const CopyId = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);

export const CopyParam = z.object({
  id: CopyId.openapi({ format: 'uuid', param: { name: 'id', in: 'path' } }),
});

export const HeldQuery = z.object({
  held: z
    .string()
    .max(37 * mostHeld)
    .transform((ids) => ids.split(','))
    .pipe(z.array(CopyId))
    .optional()
    .openapi({ type: 'string', description: 'Ids of what this browser has, with commas between them' }),
});

export const RemovalQuery = z.object({
  follows: z
    .string()
    .max(25 * mostStamps)
    .transform((stamps) => stamps.split(','))
    .optional()
    .openapi({ type: 'string', description: 'Stamps with commas between them; a copy with another one stays' }),
});

export const KeptAt = z.object({ at: Instant }).openapi('KeptAt');
