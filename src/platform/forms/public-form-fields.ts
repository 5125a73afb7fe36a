/** Fields shared by the public forms, and the answer that asks for work first. */
import { z } from '@hono/zod-openapi';
import { ErrorSchema } from '#platform/http/schemas.ts';
import { isMailable, storedEmail } from '#platform/mail/mailable-address.ts';
import { invalidEmailMessage } from '#shared/email-address.ts';

/** As `parseMailableEmail` answers it. */
export const Email = z
  .string(invalidEmailMessage)
  .overwrite(storedEmail)
  .refine(isMailable, invalidEmailMessage)
  .openapi({ type: 'string', format: 'email' });

/** The number that solves a challenge, with the challenge's own fields. */
export const Proof = z
  .object({ salt: z.string().max(100), until: z.number(), number: z.number(), signature: z.string().max(100) })
  .openapi('Proof');
export type Proof = z.infer<typeof Proof>;

/**
 * The address is enough. The form adds a field that people do not see (`website`), and the `proof` when it was asked for
 * one: with the code `proof_needed` and a `challenge`.
 */
export const publicFormFields = { email: Email, website: z.string().optional(), proof: Proof.optional() };

export const PublicFormRefusal = ErrorSchema.extend({
  challenge: z
    .object({
      salt: z.string(),
      hash: z.string().openapi({ description: 'PBKDF2 with SHA-256 of the salt, salted with the number; hex' }),
      iterations: z.number().int(),
      most: z.number().int().openapi({ description: 'The number is smaller' }),
      until: z.number().int().openapi({ description: 'Milliseconds since 1970' }),
      signature: z.string(),
    })
    .optional(),
}).openapi('SubscribeRefusal');
