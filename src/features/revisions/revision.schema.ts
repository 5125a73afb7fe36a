import { z } from '@hono/zod-openapi';
import { Instant } from '#platform/http/schemas.ts';

/** `by` is a username; null once that account is erased. `version` is the one that the save made. */
export const Revision = z
  .object({
    id: z.number().int().positive(),
    at: Instant,
    by: z.string().nullable(),
    version: z.number().int(),
    summary: z.string(),
  })
  .openapi('Revision');
export type Revision = z.infer<typeof Revision>;

export const RevisionDetail = Revision.omit({ summary: true })
  .extend({ data: z.record(z.string(), z.unknown()).openapi({ description: 'The fields that the form edits' }) })
  .openapi('RevisionDetail');
export type RevisionDetail = z.infer<typeof RevisionDetail>;
