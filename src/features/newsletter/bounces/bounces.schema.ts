import { z } from '@hono/zod-openapi';
import { emailLimit } from '#shared/email.ts';

/** What a mail provider tells: `messageId` of our mail, else the address; `complaint` is a reader who called it spam. */
export const BounceInput = z
  .object({
    email: z.string().trim().max(emailLimit).optional(),
    messageId: z.string().trim().min(1).max(500).optional(),
    type: z.enum(['hard', 'soft', 'complaint'], 'A bounce is hard or soft, or it is a complaint'),
    reason: z.string().max(2000).default(''),
  })
  .refine((input) => input.email || input.messageId, 'An address or a Message-ID is needed')
  .openapi('BounceInput');

export const BounceHeaders = z.object({
  'x-timestamp': z.string().openapi({ description: 'Now, in seconds since 1970' }),
  'x-signature': z.string().openapi({
    description: 'sha256= and the HMAC-SHA256, in hex, of the timestamp, a dot and the body as it is sent',
  }),
});
