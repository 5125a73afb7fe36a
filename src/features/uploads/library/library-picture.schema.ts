import { z } from '@hono/zod-openapi';

/** A stored picture that can be chosen again. */
export const LibraryPicture = z
  .object({
    id: z.number().int(),
    url: z.string(),
    /** The smallest that is wide enough for a grid. */
    previewUrl: z.string(),
    fileName: z.string().nullable(),
    width: z.number().int(),
    height: z.number().int(),
  })
  .openapi('LibraryPicture');
export type LibraryPicture = z.infer<typeof LibraryPicture>;
