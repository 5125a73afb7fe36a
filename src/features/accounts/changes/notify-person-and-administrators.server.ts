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
  /** Of an export or a change of settings, which concern no account. */
  what?: string;
};

/** What follows 'anna has'. */
const sentences = {
  invitation: (person: string) => `invited ${person} to become an administrator`,
  'reset-link': (person: string) => `made a link for ${person} to choose a new password`,
  'factor-link': (person: string) => `made a link that removes the second factor of ${person}`,
  deactivation: (person: string) => `deactivated the account of ${person}`,
  reactivation: (person: string) => `reactivated the account of ${person}`,
  address: () => 'changed the email address of their account',
  export: (what: string) => `downloaded ${what}, with email addresses`,
  'mail-settings': (what: string) => `changed ${what}, which every email shows`,
};

function whatToDo(isAlone: boolean): string[] {
  return [
    'If you expected this, there is nothing to do.',
    `If it was not you, or should not have happened: sign in, end the sessions that are not yours and choose a new password, both on the page Your account${isAlone ? '' : ', and tell another administrator at once'}.`,
  ];
}

/** Call it in the transaction of the change and before it: the emails use the previous names and addresses. */
export async function notifyPersonAndAdministrators(trx: Db, change: Change, now: Date): Promise<void> {
  const { kind, actorId, targetId = null, invited, what } = change;
  const actor = await usernameOf(trx, actorId);
  const person = what ?? invited ?? (await usernameOf(trx, targetId)) ?? 'an administrator';
  const who = actor ?? 'Someone on the command line of the server';
  const subject =
    kind === 'handover'
      ? `The account of ${person} has ended with the year, as planned`
      : `${who} has ${sentences[kind](person)}`;
  const people = await recipientsOf(trx, targetId);
  const screen = { label: 'Open Activity', path: '/admin/activity' };
  const words = { subject, paragraphs: whatToDo(people.length === 1), ...(what && { screen }) };
  for (const { email } of people) await enqueueNotice(trx, { to: { address: email }, ...words }, now);
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
