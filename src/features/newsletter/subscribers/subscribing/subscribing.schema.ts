import { z } from '@hono/zod-openapi';
import { ErrorSchema } from '#platform/http/schemas.ts';
import { Email } from '../email.schema.ts';

/** The number that a challenge asked for, with what came with the challenge. */
export const Proof = z
  .object({ salt: z.string().max(100), until: z.number(), number: z.number(), signature: z.string().max(100) })
  .openapi('Proof');
export type Proof = z.infer<typeof Proof>;

/**
 * The address is enough. The form adds a field that people do not see (`website`), and the `proof` when it was asked for
 * one: with the code `proof_needed` and a `challenge`.
 */
export const SubscribeInput = z
  .object({ email: Email, website: z.string().optional(), proof: Proof.optional() })
  .openapi('SubscribeInput');
export type SubscribeInput = z.infer<typeof SubscribeInput>;

export const SubscribeRefusal = ErrorSchema.extend({
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

export const ResubscribeInput = z.object({ email: Email, token: z.string().max(200) }).openapi('ResubscribeInput');

/** Of a parameter that comes twice the first, without the characters that no database column takes. */
const queryText = () =>
  z
    .preprocess(
      (value: unknown) => (Array.isArray(value) ? value[0] : value),
      z.string().transform((text) => text.replace(/\p{Cc}/gu, '')),
    )
    .openapi({ type: 'string' });

/** `token` comes with the links in our mails; the bare address is enough (B1). */
export const UnsubscribeQuery = z.object({ email: queryText().optional(), token: queryText().optional() });

/** `canUndo` only where the token that came along can take it back. */
export const UnsubscribeAnswer = z
  .object({ message: z.string(), canUndo: z.literal(true).optional() })
  .openapi('LeaveAnswer');
export type UnsubscribeAnswer = z.infer<typeof UnsubscribeAnswer>;

export const VerifyQuery = z.object({ token: queryText().optional() });

export const Verified = z
  .object({
    status: z.literal('success'),
    verified: z.literal(true),
    message: z.string(),
    data: z.object({ message: z.string(), verified: z.literal(true) }),
  })
  .openapi('Verified');

export const NotVerified = z
  .object({
    status: z.literal('error'),
    verified: z.literal(false),
    message: z.string(),
    code: z.string(),
    data: z.object({ message: z.string() }),
  })
  .openapi('NotVerified');
