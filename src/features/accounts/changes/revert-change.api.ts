import { createRoute } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, messageAnswer, refusals } from '#platform/http/api.ts';
import { RevertibleChange, TokenInput } from '../account.schema.ts';
import { readRevertibleChange, revertChange } from './revert-change.server.ts';

const tags = ['Administrators'];

// The token is in the body: proxies log addresses.
const read = createRoute({
  method: 'post',
  path: '/read',
  summary: 'Read what a link would take back',
  tags,
  request: jsonBody(TokenInput),
  responses: { 200: answer(RevertibleChange, 'What would be taken back'), ...refusals },
});

const take = createRoute({
  method: 'post',
  path: '/',
  summary: 'Take a change to an account back',
  tags,
  description: 'Takes the change back and ends the sessions of who made it; once, within 72 hours.',
  request: jsonBody(TokenInput),
  responses: { 200: messageAnswer, ...refusals },
});

/** Mounted under /objection, for the links 'This was not me' of e-mails. */
export function revertChangeApi({ db, config, clock }: AppContext) {
  const publicRoutes = createApiApp()
    .openapi(read, async (c) => c.json(await readRevertibleChange(db, c.req.valid('json').token, clock.now()), 200))
    .openapi(take, async (c) =>
      c.json({ message: await revertChange(db, c.req.valid('json').token, clock.now(), config) }, 200),
    );
  return { publicRoutes };
}
