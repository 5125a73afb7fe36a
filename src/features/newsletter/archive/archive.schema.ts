import { z } from '@hono/zod-openapi';
import { Instant } from '#platform/http/schemas.ts';

export const ArchivedLink = z
  .object({ id: z.number().int(), subject: z.string(), sentAt: Instant })
  .openapi('ArchivedLink');
export type ArchivedLink = z.infer<typeof ArchivedLink>;

/** `html` as sent, without each subscriber's own links; `articleId`: its article. */
export const ArchivedIssue = ArchivedLink.extend({
  html: z.string(),
  articleId: z.number().int().nullable(),
}).openapi('ArchivedIssue');
export type ArchivedIssue = z.infer<typeof ArchivedIssue>;

export const ArchiveInput = z.object({ isArchived: z.boolean() }).openapi('ArchiveInput');
