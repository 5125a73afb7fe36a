import { z } from '@hono/zod-openapi';
import { focalPointFields, Instant, PictureInfoSchema } from '#platform/http/schemas.ts';

const sent = { id: z.number().int(), subject: z.string(), sentAt: Instant };

/** With its first sentence, or what its first article is about, and that article's picture. */
export const ArchivedLink = z
  .object({
    ...sent,
    excerpt: z.string(),
    imageUrl: z.string().nullable(),
    image: PictureInfoSchema.nullable(),
    ...focalPointFields,
  })
  .openapi('ArchivedLink');
export type ArchivedLink = z.infer<typeof ArchivedLink>;

/** `html` as sent, without each subscriber's own links; `articleId`: its article. */
export const ArchivedIssue = z
  .object({ ...sent, html: z.string(), articleId: z.number().int().nullable() })
  .openapi('ArchivedIssue');
export type ArchivedIssue = z.infer<typeof ArchivedIssue>;

export const ArchiveInput = z.object({ isArchived: z.boolean() }).openapi('ArchiveInput');
