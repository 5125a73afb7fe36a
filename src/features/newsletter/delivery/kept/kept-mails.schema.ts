import { z } from '@hono/zod-openapi';

/** How many mails wait since no mail server was set, and whether one is set now. */
export const KeptMails = z
  .object({
    total: z.number().int(),
    newsletters: z.number().int(),
    letters: z.number().int(),
    canSend: z.boolean(),
  })
  .openapi('KeptMails');
export type KeptMails = z.infer<typeof KeptMails>;
