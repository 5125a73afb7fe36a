/** Tells the person concerned and all active administrators by email what someone did about an account or the site. */
import type { Db } from '#platform/db/db.ts';
import { enqueueNotice } from './notify-administrators.server.ts';

type ChangeKind =
  | 'invitation'
  | 'reset-link'
  | 'factor-link'
  | 'deactivation'
  | 'reactivation'
  | 'handover'
  | 'address'
  | 'export'
  | 'mail-settings';

type Change = {
  kind: ChangeKind;
  /** Null for the command line. */
  actorId: number | null;
  targetId?: number;
  /** The invited address. It gets the invitation instead of a notice. */
  invited?: string;
};

const whatToDo = [
  'If you expected this, there is nothing to do.',
  'If it was not you, or should not have happened: sign in, end the sessions that are not yours and choose a new password, both on the page Your account, and tell another administrator at once.',
];

/** Call it in the transaction of the change and before it: the emails use the previous names and addresses. */
export async function notifyPersonAndAdministrators(trx: Db, change: Change, now: Date): Promise<void> {
  const { kind, actorId, targetId = null, invited } = change;
  const actor = await nameOf(trx, actorId);
  const person = invited ?? (await nameOf(trx, targetId)) ?? 'an administrator';
  const subject = changeSentence({ kind, actor, person });
  for (const { email } of await recipientsOf(trx, targetId))
    await enqueueNotice(trx, { to: { address: email }, subject, paragraphs: whatToDo }, now);
}

/** 'anna has deactivated the account of ben', without a full stop. */
function changeSentence({ kind, actor, person }: { kind: ChangeKind; actor: string | null; person: string }): string {
  if (kind === 'handover') return `The account of ${person} has ended with the year, as planned`;
  const who = actor ?? 'Someone on the command line of the server';
  const done: Record<Exclude<ChangeKind, 'handover'>, string> = {
    invitation: `invited ${person} to become an administrator`,
    'reset-link': `made a link for ${person} to choose a new password`,
    'factor-link': `made a link that removes the second factor of ${person}`,
    deactivation: `deactivated the account of ${person}`,
    reactivation: `reactivated the account of ${person}`,
    address: actor === person ? 'changed the email address of their account' : `changed the email address of ${person}`,
    export: 'downloaded addresses of subscribers',
    'mail-settings': 'changed what every email says: the name of the society or the contact line',
  };
  return `${who} has ${done[kind]}`;
}

async function nameOf(trx: Db, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const row = await trx.selectFrom('administrators').select('username').where('id', '=', id).executeTakeFirst();
  return row?.username ?? null;
}

/** The person concerned may be deactivated. */
async function recipientsOf(trx: Db, targetId: number | null) {
  return trx
    .selectFrom('administrators')
    .select('email')
    .where((where) => where.or([where('isActive', '=', true), where('id', '=', targetId ?? 0)]))
    .orderBy('id')
    .execute();
}
