import { newsletterAnswers, newsletterMessages } from '#features/newsletter/newsletter.ts';
import type { AppContext } from '#platform/context.ts';
import { Invalid } from '#platform/errors.ts';
import { PublicFormRefusal } from '#platform/forms/public-form-fields.ts';
import { createApiApp, jsonBody, messageAnswer, returns, routesOf } from '#platform/http/api.ts';
import { ErrorSchema } from '#platform/http/schemas.ts';
import { wishSentences } from '../subscriber.ts';
import { changeWish, eraseOwnSubscription, getOwnSubscription } from './own-subscription.server.ts';
import {
  NotVerified,
  OwnQuery,
  OwnSubscription,
  ResubscribeInput,
  SubscribeInput,
  UnsubscribeAnswer,
  UnsubscribeQuery,
  Verified,
  VerifyQuery,
  WishInput,
} from './subscribing.schema.ts';
import { subscribe, type VerifyResult, verifySubscription } from './subscribing.server.ts';
import { resubscribe, unsubscribe } from './unsubscribing.server.ts';

const route = routesOf('Newsletter');
const notVerified = returns(NotVerified, 'The link is unknown, used up or too old');
const limited = { 429: returns(ErrorSchema, 'Too many requests from this network') };

const routes = {
  subscribe: route('post', '/subscribe', 'Subscribe to the newsletter', {
    request: jsonBody(SubscribeInput),
    200: messageAnswer,
    429: returns(PublicFormRefusal, 'Too many requests from this network, or from everyone; a proof may be asked for'),
  }),
  verify: route('get', '/verify', 'Confirm a subscription', {
    request: { query: VerifyQuery },
    200: returns(Verified, 'The address is confirmed'),
    400: notVerified,
    410: notVerified,
  }),
  resubscribe: route('post', '/resubscribe', 'Undo an unsubscription', {
    request: jsonBody(ResubscribeInput),
    200: messageAnswer,
    ...limited,
  }),
  own: route('get', '/subscription', 'Read your own subscription', {
    request: { query: OwnQuery },
    200: returns(OwnSubscription, 'What the address gets that the link was mailed to'),
  }),
  choose: route('put', '/subscription', 'Choose which newsletters you get', {
    request: jsonBody(WishInput),
    200: messageAnswer,
  }),
  erase: route('delete', '/subscription', 'Erase your own subscription', {
    request: { query: OwnQuery },
    200: messageAnswer,
  }),
};

/** The body is not read: RFC 8058's form says nothing that the address does not. */
const unsubscribeRoute = (method: 'delete' | 'post') =>
  route(method, '/unsubscribe', method === 'post' ? 'Unsubscribe by one click (RFC 8058)' : 'Unsubscribe', {
    request: { query: UnsubscribeQuery },
    200: returns(UnsubscribeAnswer, 'Off the list, whether or not the address was on it'),
    ...limited,
  });

export function subscribingApi(context: AppContext) {
  const { clock, config } = context;

  const publicRoutes = createApiApp()
    .openapi(routes.subscribe, async (c) => {
      const challenge = await subscribe(context, { ...c.req.valid('json'), address: c.get('address') });
      const { tooManyByForm: message } = newsletterAnswers;
      if (challenge) return c.json({ message, code: 'proof_needed', challenge }, 429);
      return c.json({ message: newsletterMessages.subscribed }, 200);
    })
    .openapi(routes.verify, async (c) => {
      const { token } = c.req.valid('query');
      // Hono answers HEAD through GET, and a HEAD must change nothing.
      const result =
        token && c.req.method === 'GET' ? await verifySubscription(context, token, clock.now()) : 'unknown';
      if (result !== 'verified') return c.json(refusal(result), result === 'expired' ? 410 : 400);
      const message = newsletterMessages.verified;
      return c.json({ status: 'success', verified: true, message, data: { message, verified: true } } as const, 200);
    })
    .openapi(routes.resubscribe, async (c) => {
      const wish = await resubscribe(context, c.req.valid('json'));
      return c.json({ message: `${newsletterAnswers.resubscribed} ${wishSentences[wish]}` }, 200);
    })
    .openapi(routes.own, async (c) => c.json(await getOwnSubscription(context, c.req.valid('query')), 200))
    .openapi(routes.choose, async (c) => {
      const { wish, ...link } = c.req.valid('json');
      await changeWish(context, { ...link, wish });
      return c.json({ message: `Saved. ${wishSentences[wish]}` }, 200);
    })
    .openapi(routes.erase, async (c) => {
      await eraseOwnSubscription(context, c.req.valid('query'));
      return c.json({ message: newsletterAnswers.erased }, 200);
    });
  for (const method of ['delete', 'post'] as const)
    publicRoutes.openapi(unsubscribeRoute(method), async (c) => {
      const { email, token, unattended } = c.req.valid('query');
      if (!email) throw new Invalid(newsletterMessages.missingAddress);
      const { canUndo } = await unsubscribe(context, {
        ...{ email, token, address: c.get('address') },
        isUnattended: method === 'delete' && unattended === '1',
      });
      return c.json({ message: newsletterMessages.unsubscribed, ...(canUndo && { canUndo }) }, 200);
    });
  // A mail program without one-click opens the address of List-Unsubscribe in a browser: to the page, which asks.
  publicRoutes.get('/unsubscribe', (c) => c.redirect(`${config.siteUrl}/unsubscribe${new URL(c.req.url).search}`, 302));
  return publicRoutes;
}

function refusal(result: Exclude<VerifyResult, 'verified'>) {
  const message = result === 'expired' ? newsletterAnswers.linkExpired : newsletterAnswers.linkUnknown;
  return { status: 'error', verified: false, message, code: result, data: { message } } as const;
}
