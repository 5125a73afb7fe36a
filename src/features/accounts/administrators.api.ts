import { createRoute, z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, jsonBody, messageAnswer, refusals, signedIn } from '#platform/http/api.ts';
import { proofRefusal, requireFreshProof } from '#platform/http/fresh-proof.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { Administrator, InvitationInput, NewInvitation, OpenInvitation } from './account.schema.ts';
import { deactivate, listAdministrators, reactivate, signOutEverywhere } from './administrators.server.ts';
import { eraseAdministrator } from './erasing.server.ts';
import { invitationLink, invitationMessages } from './invitations/invitation.ts';
import {
  factorLink,
  listInvitations,
  type NewLink,
  resetLink,
  revokeInvitation,
} from './invitations/invitations.server.ts';
import { inviteByEmail } from './invitations/inviting.server.ts';

const tags = ['Administrators'];
const done = { 200: messageAnswer, ...refusals };
const newLink = { 201: answer(NewInvitation, 'The link, shown this once'), ...proofRefusal, ...refusals };

function byId<P extends string>(path: P, summary: string) {
  return createRoute({ method: 'post', path, summary, tags, request: { params: IdParam }, responses: done });
}

const routes = {
  list: createRoute({
    method: 'get',
    path: '/',
    summary: 'List administrators',
    tags,
    responses: { 200: answer(z.array(Administrator), 'The active ones first'), ...refusals },
  }),
  invitations: createRoute({
    method: 'get',
    path: '/invitations',
    summary: 'List open invitations',
    tags,
    responses: { 200: answer(z.array(OpenInvitation), 'Links that still work, newest first'), ...refusals },
  }),
  invite: createRoute({
    method: 'post',
    path: '/invitations',
    summary: 'Invite an administrator',
    tags,
    request: jsonBody(InvitationInput),
    responses: newLink,
  }),
  revoke: createRoute({
    method: 'delete',
    path: '/invitations/{id}',
    summary: 'Withdraw an invitation',
    tags,
    request: { params: IdParam },
    responses: done,
  }),
  resetLink: createRoute({
    method: 'post',
    path: '/{id}/reset-link',
    summary: 'Make a link to set a new password',
    tags,
    request: { params: IdParam },
    responses: newLink,
  }),
  factorLink: createRoute({
    method: 'post',
    path: '/{id}/second-factor-link',
    summary: 'Make a link that takes a second factor away',
    tags,
    request: { params: IdParam },
    responses: newLink,
  }),
  deactivate: createRoute({
    method: 'post',
    path: '/{id}/deactivate',
    summary: 'Deactivate an administrator',
    tags,
    request: { params: IdParam },
    responses: { ...done, ...proofRefusal },
  }),
  reactivate: createRoute({
    method: 'post',
    path: '/{id}/reactivate',
    summary: 'Let a former administrator in again',
    tags,
    request: { params: IdParam },
    responses: { ...done, ...proofRefusal },
  }),
  erase: createRoute({
    method: 'delete',
    path: '/{id}',
    summary: 'Erase the name and the address of a deactivated administrator',
    tags,
    request: { params: IdParam },
    responses: { ...done, ...proofRefusal },
  }),
  signOut: byId('/{id}/sign-out', 'End the sessions of an administrator'),
};

/** Under /admin/administrators. */
export function administratorsApi(context: AppContext) {
  const { db, config, clock } = context;
  const present = ({ token, expiresAt }: Pick<NewLink, 'token' | 'expiresAt'>) => ({
    link: invitationLink(config.siteUrl, token),
    expiresAt,
  });

  const adminRoutes = createApiApp()
    .openapi(routes.list, async (c) => c.json(await listAdministrators(db, signedIn(c).id), 200))
    .openapi(routes.invitations, async (c) => c.json(await listInvitations(db, clock.now()), 200))
    .openapi(routes.invite, async (c) => {
      requireFreshProof(c, clock.now());
      const { email, username } = c.req.valid('json');
      const inviter = signedIn(c);
      const { mailed, ...made } = await inviteByEmail(context, { email, username: username || null, inviter });
      return c.json({ ...present(made), mailed }, 201);
    })
    .openapi(routes.revoke, async (c) => {
      await revokeInvitation(db, c.req.valid('param').id, { administratorId: signedIn(c).id, now: clock.now() });
      return c.json({ message: invitationMessages.revoked }, 200);
    })
    .openapi(routes.resetLink, async (c) => {
      requireFreshProof(c, clock.now());
      const actor = { administratorId: signedIn(c).id, now: clock.now() };
      return c.json({ ...present(await resetLink(db, c.req.valid('param').id, actor)), mailed: false }, 201);
    })
    .openapi(routes.factorLink, async (c) => {
      requireFreshProof(c, clock.now());
      const actor = { administratorId: signedIn(c).id, now: clock.now() };
      return c.json({ ...present(await factorLink(db, c.req.valid('param').id, actor)), mailed: false }, 201);
    })
    .openapi(routes.deactivate, async (c) => {
      requireFreshProof(c, clock.now());
      await deactivate(db, c.req.valid('param').id, { administratorId: signedIn(c).id, now: clock.now() });
      return c.json({ message: 'Deactivated and signed out everywhere.' }, 200);
    })
    .openapi(routes.reactivate, async (c) => {
      requireFreshProof(c, clock.now());
      await reactivate(db, c.req.valid('param').id, { administratorId: signedIn(c).id, now: clock.now() });
      return c.json({ message: 'Reactivated.' }, 200);
    })
    .openapi(routes.erase, async (c) => {
      requireFreshProof(c, clock.now());
      const actor = { administratorId: signedIn(c).id, now: clock.now() };
      await eraseAdministrator(context, c.req.valid('param').id, actor);
      return c.json({ message: 'Erased.' }, 200);
    })
    .openapi(routes.signOut, async (c) => {
      await signOutEverywhere(db, c.req.valid('param').id, { administratorId: signedIn(c).id, now: clock.now() });
      return c.json({ message: 'Signed out everywhere.' }, 200);
    });
  return { adminRoutes };
}
