import { z } from '@hono/zod-openapi';
import { Email, publicFormFields } from '#platform/forms/public-form-fields.ts';
import { LinkToken } from '#platform/http/schemas.ts';
import { emailOfLink } from '#shared/calls/email-of-link.ts';
import { tokenOfLink } from '#shared/calls/link-parts.ts';
import { subscriberStates, wishes } from '../subscriber.ts';

export const SubscribeInput = z.object(publicFormFields).openapi('SubscribeInput');
export type SubscribeInput = z.infer<typeof SubscribeInput>;

export const ResubscribeInput = z.object({ email: Email, token: LinkToken }).openapi('ResubscribeInput');

/** `digestDays`: when digests go out, such as 'Every Monday'; null while there are no automatic ones. */
export const OwnSubscription = z
  .object({ state: z.enum(subscriberStates), wish: z.enum(wishes), digestDays: z.string().nullable() })
  .openapi('OwnSubscription');
export type OwnSubscription = z.infer<typeof OwnSubscription>;

export const WishInput = ResubscribeInput.extend({ wish: z.enum(wishes) }).openapi('WishInput');

/** The first of repeated parameters, as `read` understands it. */
const queryText = (read: (text: string) => string) =>
  z
    .preprocess((value: unknown) => (Array.isArray(value) ? value[0] : value), z.string().transform(read))
    .openapi({ type: 'string' });

const ownLink = { email: queryText(emailOfLink), token: queryText(tokenOfLink) };

/** `token` comes with the links in our mails; the bare address is enough (B1). */
export const UnsubscribeQuery = z
  .object(ownLink)
  .partial()
  .extend({
    unattended: queryText((text) => text)
      .optional()
      .openapi({ description: '1: no one was seen at the page; the address gets a mail with an undo link' }),
  });

/** `canUndo`: whether the given token can undo it. */
export const UnsubscribeAnswer = z
  .object({ message: z.string(), canUndo: z.literal(true).optional() })
  .openapi('LeaveAnswer');
export type UnsubscribeAnswer = z.infer<typeof UnsubscribeAnswer>;

/** Both are in each mail's link. */
export const OwnQuery = z.object(ownLink);

export const VerifyQuery = z.object({ token: ownLink.token.optional() });

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
