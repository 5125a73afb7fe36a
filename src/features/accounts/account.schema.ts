import { z } from '@hono/zod-openapi';
import { LinkToken, lineSchema, textSchema } from '#platform/http/schemas.ts';
import { emailLimit } from '#shared/email-address.ts';
import { emailProblem } from './account.ts';
import { SecondStepChallenge } from './second-factor/second-factor.schema.ts';

const missingPassword = 'Please enter your password';

/** Other rules refuse it later. This limit only keeps the hashing short. */
const password = z.string(missingPassword).min(1, missingPassword).max(1024, 'This password is too long');
const username = lineSchema(200, 'The username');
const email = textSchema(emailLimit, 'The email address');

export const LoginInput = z
  .object({
    usernameOrEmail: textSchema(254, 'The name').pipe(z.string().min(1, 'Please enter your username or email')),
    password,
  })
  .openapi('LoginInput');

/** For an account with a second factor: a challenge instead of a token. */
export const LoginAnswer = z
  .object({ token: z.string().optional(), message: z.string(), challenge: SecondStepChallenge.optional() })
  .openapi('LoginAnswer');
export type LoginAnswer = z.infer<typeof LoginAnswer>;

export const VerifyAnswer = z
  .object({
    status: z.literal('success'),
    administrator: z.object({
      id: z.number(),
      username: z.string(),
      email: z.string(),
    }),
  })
  .openapi('VerifyAnswer');
export type VerifyAnswer = z.infer<typeof VerifyAnswer>;

export const Administrator = z
  .object({
    id: z.number(),
    username: z.string(),
    email: z.string(),
    isActive: z.boolean(),
    createdAt: z.string(),
    lastSeenAt: z.string().nullable(),
    isYou: z.boolean(),
    hasSecondFactor: z.boolean(),
    /** While a deactivated account cannot be erased yet. */
    erasableFrom: z.string().nullable(),
  })
  .openapi('Administrator');
export type Administrator = z.infer<typeof Administrator>;

const kind = z.enum(['join', 'reset', 'factor']);

export const OpenInvitation = z
  .object({
    id: z.number(),
    kind,
    username: z.string().nullable(),
    email: z.string().nullable(),
    createdAt: z.string(),
    expiresAt: z.string(),
    /** Null if invited from the command line. */
    invitedBy: z.string().nullable(),
  })
  .openapi('OpenInvitation');
export type OpenInvitation = z.infer<typeof OpenInvitation>;

export const InvitationInput = z.object({ email, username: username.optional() }).openapi('InvitationInput');

export const LinkInput = z.object({ purpose: z.enum(['reset', 'factor']) }).openapi('LinkInput');

/** Only this answer has the link: only its token's hash is stored. */
export const NewInvitation = z
  .object({ link: z.string(), expiresAt: z.string(), mailed: z.boolean() })
  .openapi('NewInvitation');
export type NewInvitation = z.infer<typeof NewInvitation>;

export const TokenInput = z.object({ token: LinkToken }).openapi('TokenInput');

export const ReadInvitation = z
  .object({
    kind,
    username: z.string().nullable(),
    email: z.string(),
    expiresAt: z.string(),
    /** For the first administrator of a site, who may choose the address. */
    isFirst: z.boolean(),
  })
  .openapi('ReadInvitation');
export type ReadInvitation = z.infer<typeof ReadInvitation>;

export const UseInput = z
  .object({ token: LinkToken, username: username.optional(), email: email.optional(), password: password.optional() })
  .openapi('UseLinkInput');

export const PasswordResetInput = z
  .object({ email: email.refine((value) => emailProblem(value) === null, 'Please enter a valid email address.') })
  .openapi('ForgottenInput');

export const NamesInput = z.object({ username, email }).openapi('NamesInput');

export const ProofInput = z.object({ currentPassword: password }).openapi('ProofInput');

export const PasswordInput = z.object({ currentPassword: password, newPassword: password }).openapi('PasswordInput');

export const Session = z
  .object({
    id: z.number(),
    /** 'Firefox on Linux', empty when unknown. */
    device: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string(),
    isCurrent: z.boolean(),
  })
  .openapi('Session');
export type Session = z.infer<typeof Session>;
