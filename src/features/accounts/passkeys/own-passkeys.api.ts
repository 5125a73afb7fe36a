import { createRoute } from '@hono/zod-openapi';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, messageAnswer, refusals, signedIn } from '#platform/http/api.ts';
import { proofRefusal, requireFreshProof } from '#platform/http/fresh-proof.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { FactorAdded, PasskeyInput, PasskeyKey, PasskeyNameInput } from '../second-factor/second-factor.schema.ts';
import { secondFactorMessages } from '../second-factor/second-factor.ts';
import { addPasskey, offerPasskey, removePasskey, renamePasskey } from './own-passkeys.server.ts';

const tags = ['Administrators'];

const routes = {
  offer: createRoute({
    method: 'get',
    path: '/',
    summary: 'Ask for a new passkey',
    tags,
    description: 'For `navigator.credentials.create`. The challenge works once, for five minutes, in this session.',
    responses: { 200: answer(PasskeyKey, 'What the browser needs'), ...proofRefusal, ...refusals },
  }),
  add: createRoute({
    method: 'post',
    path: '/',
    summary: 'Add a passkey',
    tags,
    request: jsonBody(PasskeyInput),
    responses: { 201: answer(FactorAdded, 'Added'), ...proofRefusal, ...refusals },
  }),
  rename: createRoute({
    method: 'put',
    path: '/{id}',
    summary: 'Rename a passkey',
    tags,
    request: { params: IdParam, ...jsonBody(PasskeyNameInput) },
    responses: { 200: messageAnswer, ...proofRefusal, ...refusals },
  }),
  remove: createRoute({
    method: 'delete',
    path: '/{id}',
    summary: 'Remove a passkey',
    tags,
    request: { params: IdParam },
    responses: { 200: messageAnswer, ...proofRefusal, ...refusals },
  }),
};

/** Under /admin/account/second-factor/passkeys. */
export function ownPasskeysApi({ db, config, clock }: AppContext) {
  const adminRoutes = createApiApp()
    .openapi(routes.offer, async (c) => {
      requireFreshProof(c, clock.now());
      const { siteUrl } = config;
      const { societyName } = await getSettings(db, config);
      return c.json(await offerPasskey(db, signedIn(c), { siteUrl, societyName }, clock.now()), 200);
    })
    .openapi(routes.add, async (c) => {
      requireFreshProof(c, clock.now());
      const input = { ...c.req.valid('json'), siteUrl: config.siteUrl };
      const recoveryCodes = await addPasskey(db, signedIn(c), input, clock.now());
      return c.json({ message: 'The passkey has been added.', recoveryCodes }, 201);
    })
    .openapi(routes.rename, async (c) => {
      requireFreshProof(c, clock.now());
      await renamePasskey(db, signedIn(c).id, { ...c.req.valid('param'), ...c.req.valid('json') }, clock.now());
      return c.json({ message: secondFactorMessages.passkeyRenamed }, 200);
    })
    .openapi(routes.remove, async (c) => {
      requireFreshProof(c, clock.now());
      await removePasskey(db, signedIn(c).id, c.req.valid('param').id, clock.now());
      return c.json({ message: secondFactorMessages.passkeyRemoved }, 200);
    });
  return { adminRoutes };
}
