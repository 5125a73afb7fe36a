/** 'This was not me': the link of an e-mail reverts the change and ends the sessions of its actor. */
import { z } from '@hono/zod-openapi';
import type { Selectable } from 'kysely';
import { saveSettings } from '#features/settings/saving.server.ts';
import { audit } from '#platform/audit.ts';
import type { Config } from '#platform/config/config.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { AccountChangesTable } from '#platform/db/tables.ts';
import { Conflict, NotFound } from '#platform/errors.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, sign } from '#platform/tokens.ts';
import { accountKey } from '../account.ts';
import { lockAdministrators, revokeAccess } from '../administrators.server.ts';
import { setPassword } from '../invitations/accepting.server.ts';
import { revokeOpen } from '../invitations/invitations.server.ts';
import { endSessions } from '../sign-in/sessions.server.ts';
import { type ChangeWords, changeSentence, revertedSentence, revertMessages } from './account-change.ts';
import { invitee, namesOfChange } from './account-changes.server.ts';
import { enqueueNotice } from './notices.server.ts';

type Zone = Pick<Config, 'timeZone'>;
type Change = Selectable<AccountChangesTable>;

/** The name of the signing key. */
export const revertSecret = 'objections';

const form = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/;

/** Deterministic. It works until the change is reverted, at most for 72 hours. */
export async function revertToken(db: Db, changeId: number, recipientId: number): Promise<string> {
  const secret = await secretFor(db, revertSecret);
  return `${changeId}.${recipientId}.${sign(secret, `${changeId}\n${recipientId}`)}`;
}

/** @throws NotFound */
export async function readRevertibleChange(
  db: Db,
  token: string,
  now: Date,
): Promise<ChangeWords & { createdAt: string }> {
  const { change } = await findChange(db, token, now);
  return { ...(await wordsOf(db, change)), createdAt: change.createdAt };
}

/** Works once. Answers what it did, in a sentence. @throws NotFound */
export async function revertChange(db: Db, token: string, now: Date, config: Zone): Promise<string> {
  // Before the transaction: the key may be created now, over another connection.
  const { change, recipientId } = await findChange(db, token, now);
  return transact(db, async (trx) => {
    const { id, actorId, kind } = change;
    const claimed = await closeOpen(trx, now).where('id', '=', id).returningAll().executeTakeFirst();
    if (!claimed) throw new NotFound(revertMessages.unusable);
    const words = await wordsOf(trx, claimed);
    if (actorId !== null) await endSessions(trx, actorId, now);
    await reverts[kind](trx, claimed, now, { recipientId, config });
    const administratorId = recipientId === invitee ? null : recipientId;
    const detail = { kind };
    await audit(trx, { at: now, administratorId, action: 'administrator.object', entityId: claimed.targetId, detail });
    await enqueueRevertNotices(trx, { words, recipientId }, now);
    return revertedSentence(words);
  });
}

/** @throws NotFound when the change can no longer be reverted, or not by this recipient */
async function findChange(db: Db, token: string, now: Date): Promise<{ change: Change; recipientId: number }> {
  const [, changeId, recipient] = form.exec(token) ?? [];
  const recipientId = Number(recipient);
  const isOurs = changeId && isSignature(token, await revertToken(db, Number(changeId), recipientId));
  const change = isOurs
    ? await db
        .selectFrom('accountChanges')
        .selectAll()
        .where('id', '=', Number(changeId))
        .where('revertedAt', 'is', null)
        .where('expiresAt', '>', now.toISOString())
        .executeTakeFirst()
    : undefined;
  if (!change || !(await mayRevert(db, change, recipientId))) throw new NotFound(revertMessages.unusable);
  return { change, recipientId };
}

/** A deactivated administrator may revert only changes to their own account. */
async function mayRevert(db: Db, { targetId }: Change, recipientId: number): Promise<boolean> {
  if (recipientId === invitee || recipientId === targetId) return true;
  const active = db.selectFrom('administrators').select('id').where('id', '=', recipientId);
  return (await active.where('isActive', '=', true).executeTakeFirst()) !== undefined;
}

async function wordsOf(db: Db, change: Change): Promise<ChangeWords> {
  const { actor, target } = await namesOfChange(db, change);
  const invitation = db
    .selectFrom('invitations')
    .select('email')
    .where('id', '=', change.invitationId ?? 0);
  const invited = change.kind === 'invitation' ? (await invitation.executeTakeFirst())?.email : null;
  return { kind: change.kind, actor, person: target ?? invited ?? 'an administrator' };
}

function closeOpen(trx: Db, now: Date) {
  return trx.updateTable('accountChanges').set({ revertedAt: now.toISOString() }).where('revertedAt', 'is', null);
}

type Way = { recipientId: number; config: Zone };
type Revert = (trx: Db, change: Change, now: Date, way: Way) => Promise<void>;

const reverts: Record<Change['kind'], Revert> = {
  invitation: async (trx, { invitationId, targetId }, now) => {
    await revokeOpen(trx, now).where('id', '=', invitationId).execute();
    if (targetId !== null) await revokeAccessAgain(trx, targetId, now);
  },
  'reset-link': async (trx, { id, invitationId, targetId, replaced }, now) => {
    await revokeOpen(trx, now).where('id', '=', invitationId).execute();
    if (targetId === null || replaced === null) return;
    await setPassword(trx, targetId, replaced, now);
    await endSessions(trx, targetId, now);
    await closeLater(trx, { kind: 'reset-link', id, targetId }, now);
  },
  'factor-link': async (trx, { invitationId, targetId }, now) => {
    const revoked = await revokeOpen(trx, now).where('id', '=', invitationId).returning('id').executeTakeFirst();
    if (!revoked && targetId !== null) await endSessions(trx, targetId, now);
  },
  deactivation: async (trx, { targetId }) => {
    await trx.updateTable('administrators').set({ isActive: true }).where('id', '=', targetId).execute();
  },
  reactivation: async (trx, { targetId }, now) => {
    if (targetId !== null) await revokeAccessAgain(trx, targetId, now);
  },
  address: async (trx, { id, targetId, replaced }, now) => {
    if (targetId === null || replaced === null) return;
    await freeAddress(trx, replaced, targetId);
    const names = { email: replaced, emailKey: accountKey(replaced) };
    await trx.updateTable('administrators').set(names).where('id', '=', targetId).execute();
    // The reader of the other mailbox may have requested a link there.
    await revokeOpen(trx, now).where('administratorId', '=', targetId).execute();
    await closeLater(trx, { kind: 'address', id, targetId }, now);
  },
  export: async () => {},
  'mail-settings': async (trx, { id, replaced }, now, { config, recipientId: administratorId }) => {
    if (replaced === null) return;
    const input = MailSettings.parse(JSON.parse(replaced));
    const asBefore = {
      input,
      config,
      timeZoneChanged: async () => {},
      mailChanged: async () => {},
      requireProof: () => {},
    };
    await saveSettings(trx, asBefore, { administratorId, now });
    await closeLater(trx, { kind: 'mail-settings', id, targetId: null }, now);
  },
};

/** @throws Conflict for the last active one */
async function revokeAccessAgain(trx: Db, targetId: number, now: Date): Promise<void> {
  const isLast = !(await lockAdministrators(trx)).some(({ id, isActive }) => isActive && id !== targetId);
  if (isLast) throw new Conflict(revertMessages.lastActive);
  await revokeAccess(trx, targetId, now);
}

const MailSettings = z.object({ societyName: z.string(), contactLine: z.string() });

/** Closes later changes: their links would restore what came after this one. */
async function closeLater(
  trx: Db,
  { kind, id, targetId }: Pick<Change, 'kind' | 'id' | 'targetId'>,
  now: Date,
): Promise<void> {
  const open = closeOpen(trx, now).where('kind', '=', kind).where('id', '>', id);
  await open.where('targetId', targetId === null ? 'is' : '=', targetId).execute();
}

/** An account that has taken the address meanwhile gets a placeholder, and is asked for another one. */
async function freeAddress(trx: Db, address: string, ownerId: number): Promise<void> {
  const duplicate = await trx
    .selectFrom('administrators')
    .select('id')
    .where('emailKey', '=', accountKey(address))
    .where('id', '!=', ownerId)
    .executeTakeFirst();
  if (!duplicate) return;
  const email = `administrator-${duplicate.id}@localhost.localdomain`;
  await trx.updateTable('administrators').set({ email, emailKey: email }).where('id', '=', duplicate.id).execute();
}

type RevertNotice = { words: ChangeWords; recipientId: number };

async function enqueueRevertNotices(trx: Db, { words, recipientId }: RevertNotice, now: Date): Promise<void> {
  const active = await trx
    .selectFrom('administrators')
    .select(['id', 'username'])
    .where('isActive', '=', true)
    .orderBy('id')
    .execute();
  const reverter = active.find(({ id }) => id === recipientId)?.username ?? words.person;
  const subject = `${reverter} has taken a change back`;
  const paragraphs = [`${changeSentence(words)}. ${reverter} says: this was not me.`, revertedSentence(words)];
  for (const { id } of active) await enqueueNotice(trx, { to: { administratorId: id }, subject, paragraphs }, now);
}
