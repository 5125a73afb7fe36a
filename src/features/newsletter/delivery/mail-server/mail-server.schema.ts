import { z } from '@hono/zod-openapi';

/**
 * `waiting`: `mails` that wait for the mail server; null while it accepts mail, as far as is known. `pending` addresses bounced and
 * need a decision.
 */
export const MailServerStatus = z
  .object({
    waiting: z.object({ since: z.string(), sentence: z.string(), mails: z.number().int() }).nullable(),
    pending: z.number().int(),
  })
  .openapi('MailServerStatus');
export type MailServerStatus = z.infer<typeof MailServerStatus>;
