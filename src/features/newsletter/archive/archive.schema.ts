import { z } from '@hono/zod-openapi';
import { Instant } from '#platform/http/schemas.ts';

export const ArchivedLink = z
  .object({ id: z.number().int(), subject: z.string(), sentAt: Instant })
  .openapi('ArchivedLink');
export type ArchivedLink = z.infer<typeof ArchivedLink>;

/** `html` as it went out, but for what was each reader's own; `articleId` of the article that it is about. */
export const ArchivedIssue = ArchivedLink.extend({
  html: z.string(),
  articleId: z.number().int().nullable(),
}).openapi('ArchivedIssue');
export type ArchivedIssue = z.infer<typeof ArchivedIssue>;

export const ArchiveInput = z.object({ isArchived: z.boolean() }).openapi('ArchiveInput');
