import { z } from '@hono/zod-openapi';
import { newsletterMessages } from '#features/newsletter/newsletter.ts';
import { asciiDomain } from '#platform/mail/address.ts';
import { isMailable } from './email.server.ts';

/** As `readEmail` answers it. */
export const Email = z
  .string(newsletterMessages.invalidEmail)
  .trim()
  .overwrite(asciiDomain)
  .refine(isMailable, newsletterMessages.invalidEmail)
  .openapi({ type: 'string', format: 'email' });
