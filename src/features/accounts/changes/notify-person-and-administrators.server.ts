/** Tells the person concerned and all active administrators by email what someone did about an account or the site. */
import { usernameOf } from '#features/revisions/who-saved.server.ts';
import type { Db } from '#platform/db/db.ts';
import { enqueueNotice } from './notify-administrators.server.ts';

type Change = {
  kind: keyof typeof sentences | 'handover';
  /** Null for the command line. */
  actorId: number | null;
  targetId?: number;
  /** The invited address. It gets the invitation instead of a notice. */
  invited?: string;
};

/** What follows 'anna has'. */
const sentences = {
  invitation: (person: string) => `invited ${person} to become an administrator`,
  'reset-link': (person: string) => `made a link for ${person} to choose a new password`,
  'factor-link': (person: string) => `made a link that removes the second factor of ${person}`,
  deactivation: (person: string) => `deactivated the account of ${person}`,
  reactivation: (person: string) => `reactivated the account of ${person}`,
  address: () => 'changed the email address of their account',
  export: () => 'downloaded addresses of subscribers or guests',
  'mail-settings': () => 'changed what every email says: the name of the society or the contact line',
};

const whatToDo = [
  'If you expected this, there is nothing to do.',
  'If it was not you, or should not have happened: sign in, end the sessions that are not yours and choose a new password, both on the page Your account, and tell another administrator at once.',
];

/** Call it in the transaction of the change and before it: the emails use the previous names and addresses. */
export async function notifyPersonAndAdministrators(trx: Db, change: Change, now: Date): Promise<void> {
  const { kind, actorId, targetId = null, invited } = change;
  const actor = await usernameOf(trx, actorId);
  const person = invited ?? (await usernameOf(trx, targetId)) ?? 'an administrator';
  const who = actor ?? 'Someone on the command line of the server';
  const subject =
    kind === 'handover'
      ? `The account of ${person} has ended with the year, as planned`
      : `${who} has ${sentences[kind](person)}`;
  for (const { email } of await recipientsOf(trx, targetId))
    await enqueueNotice(trx, { to: { address: email }, subject, paragraphs: whatToDo }, now);
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
