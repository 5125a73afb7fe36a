/** The links that administrators have given to others and that still work. */
import type { Doer } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { accountLinkMessages } from '../links/account-link.ts';
import { endLinkAndSiblings, openLinksQuery } from '../links/account-links.server.ts';

/** Open ones, newest first; one of each person and purpose. */
export async function listOpenLinks(db: Db, now: Date) {
  const newest = openLinksQuery(db, now)
    .select((row) => row.fn.max('id').as('id'))
    .groupBy(['purpose', 'emailKey', 'administratorId']);
  return db
    .selectFrom('accountLinks')
    .leftJoin('administrators as inviter', 'inviter.id', 'accountLinks.createdBy')
    .leftJoin('administrators as target', 'target.id', 'accountLinks.administratorId')
    .select(['accountLinks.id', 'accountLinks.purpose as kind', 'accountLinks.createdAt', 'accountLinks.expiresAt'])
    .select((row) => [
      row.fn.coalesce('target.username', 'accountLinks.username').as('username'),
      row.fn.coalesce('target.email', 'accountLinks.email').as('email'),
      'inviter.username as invitedBy',
    ])
    .where('accountLinks.id', 'in', newest)
    .orderBy('accountLinks.id', 'desc')
    .execute();
}

/** @throws NotFound when there is no such open link */
export async function revokeLink(db: Db, id: number, { administratorId, now }: Doer): Promise<void> {
  await transact(db, async (trx) => {
    const link = await trx.selectFrom('accountLinks').selectAll().where('id', '=', id).executeTakeFirst();
    if (!link || !(await endLinkAndSiblings(trx, link, now))) throw new NotFound(accountLinkMessages.notFound);
    const detail = { username: link.username };
    await audit(trx, { at: now, administratorId, action: 'administrator.withdraw', entityId: null, detail });
  });
}
