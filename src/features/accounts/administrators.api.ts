import { z } from '@hono/zod-openapi';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { actorOf, createApiApp, jsonBody, messageAnswer, returns, routesOf, signedIn } from '#platform/http/api.ts';
import { recentPassword, recentPasswordRefusal, requireRecentPassword } from '#platform/http/recent-password.ts';
import { IdParam } from '#platform/http/schemas.ts';
import { Administrator, InvitationInput, LinkInput, NewInvitation, OpenInvitation } from './account.schema.ts';
import {
  deactivateAdministrator,
  listAdministrators,
  reactivateAdministrator,
  signOutEverywhere,
} from './administrators.server.ts';
import { eraseAdministrator } from './erasing.server.ts';
import { createAndEmailInvitation } from './invitations/inviting.server.ts';
import { createLinkForColleague, type NewLink } from './invitations/making-links.server.ts';
import { listOpenLinks, revokeLink } from './invitations/open-links.server.ts';
import { accountLinkMessages, accountLinkUrl } from './links/account-link.ts';

const route = routesOf('Administrators');
const done = { 200: messageAnswer };
const newLink = { 201: returns(NewInvitation, 'The link, shown this once'), ...recentPassword };

const changes = {
  deactivate: { make: deactivateAdministrator, message: 'Deactivated and signed out everywhere.' },
  reactivate: { make: reactivateAdministrator, message: 'Reactivated.' },
  'sign-out': { make: signOutEverywhere, message: 'Signed out everywhere.' },
} as const;
const ChangeParam = IdParam.extend({
  change: z.enum(Object.keys(changes) as (keyof typeof changes)[]).openapi({ param: { name: 'change', in: 'path' } }),
});

const routes = {
  list: route('get', '/', 'List administrators', { 200: returns(z.array(Administrator), 'The active ones first') }),
  invitations: route('get', '/invitations', 'List open invitations', {
    200: returns(z.array(OpenInvitation), 'Links that still work, newest first'),
  }),
  invite: route('post', '/invitations', 'Invite an administrator', { request: jsonBody(InvitationInput), ...newLink }),
  revoke: route('delete', '/invitations/{id}', 'Withdraw an invitation', { request: { params: IdParam }, ...done }),
  link: route('post', '/{id}/links', 'Make a link to set a new password, or one that removes a second factor', {
    request: { params: IdParam, ...jsonBody(LinkInput) },
    ...newLink,
  }),
  change: route('post', '/{id}/{change}', 'Deactivate or reactivate an administrator, or end their sessions', {
    request: { params: ChangeParam },
    ...done,
    ...recentPasswordRefusal,
  }),
  erase: route('delete', '/{id}', 'Erase the name and the address of a deactivated administrator', {
    request: { params: IdParam },
    ...done,
    ...recentPassword,
  }),
};

/** Under /admin/administrators. */
export function administratorsApi(context: AppContext) {
  const { db, config, clock } = context;
  const present = ({ token, expiresAt }: Pick<NewLink, 'token' | 'expiresAt'>) => ({
    link: accountLinkUrl(config.siteUrl, token),
    expiresAt,
  });

  const adminRoutes = createApiApp()
    .openapi(routes.list, async (c) => c.json(await listAdministrators(db, signedIn(c).id, clock.now()), 200))
    .openapi(routes.invitations, async (c) => c.json(await listOpenLinks(db, clock.now()), 200))
    .openapi(routes.invite, async (c) => {
      const { email, username } = c.req.valid('json');
      const inviter = signedIn(c);
      const invited = { email, username: username || null, inviter };
      const made = await transact(db, (trx) => createAndEmailInvitation(trx, invited, clock.now()));
      return c.json({ ...present(made), mailed: config.smtpUrl !== undefined }, 201);
    })
    .openapi(routes.revoke, async (c) => {
      await revokeLink(db, c.req.valid('param').id, actorOf(c, clock));
      return c.json({ message: accountLinkMessages.revoked }, 200);
    })
    .openapi(routes.link, async (c) => {
      const wanted = { ...c.req.valid('param'), ...c.req.valid('json') };
      const made = await createLinkForColleague(db, wanted, actorOf(c, clock));
      return c.json({ ...present(made), mailed: false }, 201);
    })
    .openapi(routes.change, async (c) => {
      const { id, change } = c.req.valid('param');
      if (change !== 'sign-out') requireRecentPassword(c);
      await changes[change].make(db, id, actorOf(c, clock));
      return c.json({ message: changes[change].message }, 200);
    })
    .openapi(routes.erase, async (c) => {
      const actor = actorOf(c, clock);
      await eraseAdministrator(context, c.req.valid('param').id, actor);
      return c.json({ message: 'Erased.' }, 200);
    });
  return { adminRoutes };
}
