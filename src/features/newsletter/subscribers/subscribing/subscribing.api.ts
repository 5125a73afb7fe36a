import { createRoute } from '@hono/zod-openapi';
import { newsletterAnswers, newsletterMessages } from '#features/newsletter/newsletter.ts';
import type { AppContext } from '#platform/context.ts';
import { Invalid } from '#platform/errors.ts';
import { PublicFormRefusal } from '#platform/forms/form-input.ts';
import { answer, createApiApp, jsonBody, messageAnswer, refusals } from '#platform/http/api.ts';
import { ErrorSchema } from '#platform/http/schemas.ts';
import { wishSaved } from '../subscriber.ts';
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
import { subscribe, type VerifyResult, verify } from './subscribing.server.ts';
import { resubscribe, unsubscribe } from './unsubscribing.server.ts';
import { chooseWish, eraseOwn, getOwnSubscription } from './wishes.server.ts';

const tags = ['Newsletter'];
const limited = { ...refusals, 429: answer(ErrorSchema, 'Too many requests from this network') };
const notVerified = answer(NotVerified, 'The link is unknown, used up or too old');

const routes = {
  subscribe: createRoute({
    method: 'post',
    path: '/subscribe',
    summary: 'Subscribe to the newsletter',
    tags,
    request: jsonBody(SubscribeInput),
    responses: {
      200: messageAnswer,
      ...refusals,
      429: answer(PublicFormRefusal, 'Too many requests from this network, or from everyone; a proof may be asked for'),
    },
  }),
  verify: createRoute({
    method: 'get',
    path: '/verify',
    summary: 'Confirm a subscription',
    tags,
    request: { query: VerifyQuery },
    responses: { 200: answer(Verified, 'The address is confirmed'), 400: notVerified, 410: notVerified },
  }),
  resubscribe: createRoute({
    method: 'post',
    path: '/resubscribe',
    summary: 'Undo an unsubscription',
    tags,
    request: jsonBody(ResubscribeInput),
    responses: { 200: messageAnswer, ...limited },
  }),
  own: createRoute({
    method: 'get',
    path: '/subscription',
    summary: 'Read your own subscription',
    tags,
    request: { query: OwnQuery },
    responses: { 200: answer(OwnSubscription, 'What the address gets that the link was mailed to'), ...refusals },
  }),
  choose: createRoute({
    method: 'put',
    path: '/subscription',
    summary: 'Choose which newsletters you get',
    tags,
    request: jsonBody(WishInput),
    responses: { 200: messageAnswer, ...refusals },
  }),
  erase: createRoute({
    method: 'delete',
    path: '/subscription',
    summary: 'Erase your own subscription',
    tags,
    request: { query: OwnQuery },
    responses: { 200: messageAnswer, ...refusals },
  }),
};

/** The body is not read: RFC 8058's form says nothing that the address does not. */
const unsubscribeRoute = (method: 'delete' | 'post') =>
  createRoute({
    method,
    path: '/unsubscribe',
    summary: method === 'post' ? 'Unsubscribe by one click (RFC 8058)' : 'Unsubscribe',
    tags,
    request: { query: UnsubscribeQuery },
    responses: { 200: answer(UnsubscribeAnswer, 'Off the list, whether or not the address was on it'), ...limited },
  });

/** The calls for everyone: subscribe, confirm, choose, leave, come back, be erased. */
export function subscribingApi(context: AppContext) {
  const { db, clock, config } = context;

  async function unsubscribeByQuery(
    query: { email?: string | undefined; token?: string | undefined },
    address: string,
  ) {
    // A plus sign that was not encoded arrives as a space, which no address holds.
    const email = query.email?.trim().replaceAll(' ', '+');
    if (!email) throw new Invalid(newsletterMessages.missingAddress);
    const { canUndo } = await unsubscribe(context, { email, token: query.token, address });
    return { message: newsletterMessages.unsubscribed, ...(canUndo && { canUndo }) };
  }

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
      const result = token && c.req.method === 'GET' ? await verify(context, token, clock.now()) : 'unknown';
      if (result !== 'verified') return c.json(refusal(result), result === 'expired' ? 410 : 400);
      const message = newsletterMessages.verified;
      return c.json({ status: 'success', verified: true, message, data: { message, verified: true } } as const, 200);
    })
    .openapi(unsubscribeRoute('delete'), async (c) =>
      c.json(await unsubscribeByQuery(c.req.valid('query'), c.get('address')), 200),
    )
    .openapi(unsubscribeRoute('post'), async (c) =>
      c.json(await unsubscribeByQuery(c.req.valid('query'), c.get('address')), 200),
    )
    .openapi(routes.resubscribe, async (c) => {
      await resubscribe(context, c.req.valid('json'));
      return c.json({ message: newsletterAnswers.resubscribed }, 200);
    })
    .openapi(routes.own, async (c) => c.json(await getOwnSubscription(db, c.req.valid('query')), 200))
    .openapi(routes.choose, async (c) => {
      const { wish, ...link } = c.req.valid('json');
      await chooseWish(context, { ...link, wish });
      return c.json({ message: wishSaved[wish] }, 200);
    })
    .openapi(routes.erase, async (c) => {
      await eraseOwn(context, c.req.valid('query'));
      return c.json({ message: newsletterAnswers.erased }, 200);
    });
  // A mail program without one-click opens the address of List-Unsubscribe in a browser: to the page, which asks.
  publicRoutes.get('/unsubscribe', (c) => c.redirect(`${config.siteUrl}/unsubscribe${new URL(c.req.url).search}`, 302));
  return publicRoutes;
}

function refusal(result: Exclude<VerifyResult, 'verified'>) {
  const message = result === 'expired' ? newsletterAnswers.linkExpired : newsletterAnswers.linkUnknown;
  return { status: 'error', verified: false, message, code: result, data: { message } } as const;
}
