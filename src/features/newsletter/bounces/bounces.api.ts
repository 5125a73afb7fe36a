/** The call by which a mail provider tells of bounces and complaints: signed, and only there when a secret is set. */
import { z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { AppContext } from '#platform/context.ts';
import { NotFound, Unauthorized } from '#platform/errors.ts';
import { type ApiEnv, createApiApp, jsonBody, messageAnswer, returns, routesOf } from '#platform/http/api.ts';
import { ErrorSchema } from '#platform/http/schemas.ts';
import { isSignature, sign } from '#platform/tokens.ts';
import { emailLimit } from '#shared/email-address.ts';
import { applyBounceReport } from './bounce-reports.server.ts';

/** A mail provider's report: the `messageId` of our mail, or the address; `complaint`: the subscriber reported spam. */
const BounceInput = z
  .object({
    email: z.string().trim().max(emailLimit).optional(),
    messageId: z.string().trim().min(1).max(500).optional(),
    type: z.enum(['hard', 'soft', 'complaint'], 'A bounce is hard or soft, or it is a complaint'),
    reason: z.string().max(2000).default(''),
  })
  .refine((input) => input.email || input.messageId, 'An address or a Message-ID is needed')
  .openapi('BounceInput');

const BounceHeaders = z.object({
  'x-timestamp': z.string().openapi({ description: 'Now, in seconds since 1970' }),
  'x-signature': z.string().openapi({
    description: 'sha256= and the HMAC-SHA256, in hex, of the timestamp, a dot and the body as it is sent',
  }),
});

/** An older call may have been recorded and sent again. */
const goodForMs = 5 * 60_000;

export function bouncesApi({ db, config, clock }: AppContext) {
  const { webhookSecret } = config.newsletter.bounces;

  const signed: MiddlewareHandler<ApiEnv> = async (c, next) => {
    if (webhookSecret === undefined) throw new NotFound('This address does not exist.');
    const timestamp = c.req.header('x-timestamp') ?? '';
    const expected = `sha256=${webhookSignature(webhookSecret, timestamp, await c.req.text())}`;
    if (!isSignature(c.req.header('x-signature') ?? '', expected))
      throw new Unauthorized('The signature does not fit what was sent.');
    const isRecent = Math.abs(clock.now().getTime() - Number(timestamp) * 1000) <= goodForMs;
    if (!/^\d{1,12}$/.test(timestamp) || !isRecent) throw new Unauthorized('The time of the signature is not now.');
    await next();
  };

  const report = routesOf('Newsletter')('post', '/bounces', 'Report a bounce', {
    middleware: signed,
    request: { headers: BounceHeaders, ...jsonBody(BounceInput) },
    200: messageAnswer,
    401: returns(ErrorSchema, 'The signature or its time is wrong'),
  });

  return createApiApp().openapi(report, async (c) => {
    const key = c.req.header('x-signature');
    const isOurs = await applyBounceReport(db, { ...c.req.valid('json'), source: 'webhook', key }, clock.now());
    return c.json({ message: isOurs ? 'Noted.' : 'None of our emails or subscribers.' }, 200);
  });
}

/** HMAC-SHA256 in hex of the time in seconds, a dot and the body as it was sent. */
export function webhookSignature(secret: string, timestamp: string, body: string): string {
  return sign(secret, `${timestamp}.${body}`, 'hex');
}
