import { z } from '@hono/zod-openapi';

/**
 * `waiting` is null while the mail server accepts mail, as far as is known; `mails` wait for it. `pending` addresses bounced and need
 * a decision.
 */
export const MailServerStatus = z
  .object({
    waiting: z.object({ since: z.string(), sentence: z.string(), mails: z.number().int() }).nullable(),
    pending: z.number().int(),
  })
  .openapi('MailServerStatus');
export type MailServerStatus = z.infer<typeof MailServerStatus>;
