/**
 * Records changes to accounts for 72 hours. The person concerned and all active administrators get an e-mail with a link
 * that reverts the change.
 */
import type { Db } from '#platform/db/db.ts';
import { isRealAddress } from '../account.ts';
import { type ChangeKind, changeSentence, revertConsequence, revertibleMs } from './account-change.ts';
import { enqueueNotice } from './notices.server.ts';

/** Stands for the recipient of an invitation: no administrator has this id. */
export const invitee = 0;

type Change = {
  kind: ChangeKind;
  /** Null for the command line. */
  actorId: number | null;
  targetId?: number;
  invitationId?: number;
  /** The invited address. It gets the invitation instead of a notice. */
  invited?: string;
  /** The previous address, or the previous settings as JSON. */
  replaced?: string;
};

/** Call it in the transaction of the change and before it: the e-mails use the previous names. Answers its id. */
export async function recordChange(trx: Db, change: Change, now: Date): Promise<number> {
  const { kind, actorId, targetId = null, invitationId = null, replaced = null } = change;
  const expiresAt = new Date(now.getTime() + revertibleMs).toISOString();
  const { id } = await trx
    .insertInto('accountChanges')
    .values({ kind, actorId, targetId, invitationId, replaced, createdAt: now.toISOString(), expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tell(trx, { ...change, id }, now);
  return id;
}

/** Records who joined by an invitation, or which password hash a link is about to replace. */
export async function recordUse(trx: Db, invitationId: number, administratorId: number): Promise<void> {
  const { passwordHash } = await trx
    .selectFrom('administrators')
    .select('passwordHash')
    .where('id', '=', administratorId)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('accountChanges')
    .set((row) => ({
      targetId: administratorId,
      replaced: row.case().when('kind', '=', 'reset-link').then(passwordHash).else(null).end(),
    }))
    .where('invitationId', '=', invitationId)
    .execute();
}

/** Until when a change to an account can be taken back, by the account's id. */
export async function revertibleUntil(db: Db, now: Date): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('accountChanges')
    .select(['targetId', 'expiresAt'])
    .where('targetId', 'is not', null)
    .where('revertedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .orderBy('expiresAt')
    .execute();
  return new Map(rows.map(({ targetId, expiresAt }) => [targetId ?? 0, expiresAt]));
}

export async function namesOfChange(
  db: Db,
  { actorId, targetId }: { actorId: number | null; targetId?: number | null },
): Promise<{ actor: string | null; target: string | null }> {
  const ids = [actorId, targetId].filter((id) => typeof id === 'number');
  const people = await db
    .selectFrom('administrators')
    .select(['id', 'username'])
    .where('id', 'in', [0, ...ids])
    .execute();
  const nameOf = (wanted: number | null | undefined) => people.find(({ id }) => id === wanted)?.username ?? null;
  return { actor: nameOf(actorId), target: nameOf(targetId) };
}

async function tell(trx: Db, change: Change & { id: number }, now: Date): Promise<void> {
  const { kind, targetId, invited } = change;
  const { actor, target } = await namesOfChange(trx, change);
  const words = { kind, actor, person: invited ?? target ?? 'an administrator' };
  const subject = changeSentence(words);
  const paragraphs = [
    'If you know of this, there is nothing to do.',
    `If it was not you, or if it was not meant to happen, say so within 72 hours: then ${revertConsequence(words)}.`,
  ];
  for (const { id, email } of await recipientsOf(trx, targetId)) {
    const objection = { changeId: change.id, recipientId: id };
    const isDeactivated = kind === 'deactivation' && id === targetId;
    const address = (isDeactivated && (await previousAddress(trx, id, now))) || email;
    await enqueueNotice(trx, { to: { address }, subject, paragraphs, objection }, now);
  }
}

/** The previous address while it may be restored: a thief who has changed it must not get this e-mail's link. */
async function previousAddress(trx: Db, administratorId: number, now: Date): Promise<string | null> {
  const change = await trx
    .selectFrom('accountChanges')
    .select('replaced')
    .where('kind', '=', 'address')
    .where('targetId', '=', administratorId)
    .where('revertedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .orderBy('id')
    .executeTakeFirst();
  return change?.replaced && isRealAddress(change.replaced) ? change.replaced : null;
}

/** The person concerned may be deactivated. */
async function recipientsOf(trx: Db, targetId: number | undefined) {
  return trx
    .selectFrom('administrators')
    .select(['id', 'email'])
    .where((where) => where.or([where('isActive', '=', true), where('id', '=', targetId ?? 0)]))
    .orderBy('id')
    .execute();
}
