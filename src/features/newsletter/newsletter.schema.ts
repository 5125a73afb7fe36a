import { z } from '@hono/zod-openapi';
import { isMailable } from '#features/newsletter/subscribers/email.server.ts';
import { ErrorSchema } from '#platform/http/schemas.ts';
import { asciiDomain } from '#platform/mail/address.ts';
import { emailLimit } from '#shared/email.ts';
import { newsletterMessages } from './newsletter.ts';

/** As `readEmail` answers it. */
export const Email = z
  .string(newsletterMessages.invalidEmail)
  .trim()
  .overwrite(asciiDomain)
  .refine(isMailable, newsletterMessages.invalidEmail)
  .openapi({ type: 'string', format: 'email' });

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
export const LeaveQuery = z.object({ email: queryText().optional(), token: queryText().optional() });

/** `canUndo` only where the token that came along can take it back. */
export const LeaveAnswer = z
  .object({ message: z.string(), canUndo: z.literal(true).optional() })
  .openapi('LeaveAnswer');
export type LeaveAnswer = z.infer<typeof LeaveAnswer>;

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

/** `queued` now, `alreadySent` had it before (or perhaps had it), `audience` all confirmed subscribers; `isKept` without a mail server: nobody gets it. */
export const SendAnswer = z
  .object({
    message: z.string(),
    queued: z.number().int(),
    alreadySent: z.number().int(),
    audience: z.number().int(),
    isKept: z.boolean(),
  })
  .openapi('SendAnswer');
export type SendAnswer = z.infer<typeof SendAnswer>;

/** Whose audience is asked for; without an article everybody's. */
export const AudienceQuery = z.object({
  articleId: z
    .string()
    .regex(/^[1-9][0-9]{0,14}$/, 'This is not the number of an article')
    .transform(Number)
    .optional()
    .openapi({ type: 'integer', minimum: 1 }),
});

/** `audience` all confirmed subscribers: those who have had the article or are about to, `inDoubt` of them perhaps not, and those it would go to now. */
export const Audience = z
  .object({
    audience: z.number().int(),
    alreadySent: z.number().int(),
    inDoubt: z.number().int(),
    toSend: z.number().int(),
  })
  .openapi('Audience');
export type Audience = z.infer<typeof Audience>;

const Outcomes = z
  .object({
    accepted: z.number().int(),
    bounced: z.number().int(),
    hardBounced: z.number().int(),
    softBounced: z.number().int(),
    complaints: z.number().int(),
    left: z.number().int(),
    inDoubt: z.number().int(),
    failed: z.number().int(),
  })
  .openapi('Outcomes');

/** The text of a resumed newsletter: as it went out so far, unless the corrected one is wanted for the rest. */
export const ResumeInput = z
  .object({ text: z.enum(['as sent', 'corrected']).default('as sent') })
  .openapi('ResumeInput');

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

/** The deliveries of one article's newsletter by state; `state` is null while it has never been sent. */
export const IssueProgress = z
  .object({
    articleId: z.number().int(),
    subject: z.string().nullable(),
    state: z.enum(['sending', 'paused', 'cancelled', 'done']).nullable(),
    updatedAt: z.string().nullable(),
    total: z.number().int(),
    counts: z.object({
      queued: z.number().int(),
      sending: z.number().int(),
      sent: z.number().int(),
      retry: z.number().int(),
      failed: z.number().int(),
      unknown: z.number().int(),
      skipped: z.number().int(),
      kept: z.number().int(),
    }),
    outcomes: Outcomes,
  })
  .openapi('IssueProgress');
export type IssueProgress = z.infer<typeof IssueProgress>;
