import { z } from '@hono/zod-openapi';

/**
 * `frameUrl` shows the HTML for some minutes, in a sandboxed frame; `htmlBytes` is the size that Gmail limits. `isShortened`: it holds
 * the beginning of its article.
 */
export const MailView = z
  .object({
    subject: z.string(),
    to: z.string(),
    date: z.string().nullable(),
    text: z.string(),
    htmlBytes: z.number().int(),
    isShortened: z.boolean(),
    frameUrl: z.string(),
  })
  .openapi('MailView');
export type MailView = z.infer<typeof MailView>;

export const OutboxEntry = z
  .object({ name: z.string(), subject: z.string(), to: z.string(), date: z.string().nullable() })
  .openapi('OutboxEntry');
export type OutboxEntry = z.infer<typeof OutboxEntry>;
