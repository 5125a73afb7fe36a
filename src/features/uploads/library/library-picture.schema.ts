import { z } from '@hono/zod-openapi';
import { text } from '#platform/http/schemas.ts';
import { altLimit } from './library.ts';

/** A place where a stored picture stands. */
export const PictureUse = z
  .object({
    /** A kind, or 'settings'. */
    kind: z.string(),
    id: z.number().int(),
    title: z.string(),
    /** The field, or the setting. */
    field: z.string(),
    /** `changes`: in what is not live yet of a live article. */
    layer: z.enum(['saved', 'changes']),
    state: z.enum(['live', 'draft', 'bin']),
  })
  .openapi('PictureUse');
export type PictureUse = z.infer<typeof PictureUse>;

export const LibraryPicture = z
  .object({
    id: z.number().int(),
    url: z.string(),
    /** For a card; the smallest that is wide enough. */
    previewUrl: z.string(),
    fileName: z.string().nullable(),
    alt: z.string().nullable(),
    width: z.number().int(),
    height: z.number().int(),
    bytes: z.number().int(),
    createdAt: z.string(),
    uses: z.array(PictureUse),
  })
  .openapi('LibraryPicture');
export type LibraryPicture = z.infer<typeof LibraryPicture>;

export const ChangedPicture = z
  .object({
    picture: LibraryPicture,
    /** How many items were saved; the settings count as one. */
    changed: z.number().int(),
  })
  .openapi('ChangedPicture');
export type ChangedPicture = z.infer<typeof ChangedPicture>;

export const PictureDescription = z
  .object({
    /** Empty for none. */
    alt: text(altLimit, 'An alternative text'),
    /** Also in each text that has none, or the one of before. */
    isEverywhere: z.boolean().default(false),
  })
  .openapi('PictureDescription');
