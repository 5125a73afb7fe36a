/** Who may sign in, the password of the settings, and what is left of the demo. */
import { isRealAddress } from '#features/accounts/account.ts';
import { idsWithoutWorkingFactor } from '#features/accounts/second-factor/factors.server.ts';
import { passwordProblem } from '#features/accounts/sign-in/password-rules.ts';
import { bad, good, look, type Verdict } from '#features/health/finding.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { findLastRestore } from '#platform/audit.ts';
import type { Db } from '#platform/db/db.ts';
import { dayInWords } from '#shared/instants.ts';
import { countOf, isolated } from '#shared/text.ts';
import { findDemo } from '../demo/demo-content.ts';
import { countDemoLeft } from '../demo/demo-left.ts';
import { type Check, withDatabase } from './check.ts';

const yearMs = 365 * 86_400_000;

type Person = { id: number; username: string; email: string; createdAt: string; lastSeenAt: string | null };

export const peopleChecks: Check[] = [
  withDatabase({
    name: 'administrators',
    title: 'Administrators',
    isAboutAccounts: true,
    verdict: async ({ db }) => administratorsVerdict((await activePeople(db)).length),
  }),
  withDatabase({
    name: 'addresses',
    title: 'Addresses of administrators',
    isAboutAccounts: true,
    verdict: async ({ db }) => addressesVerdict(await activePeople(db), await unreached(db)),
  }),
  withDatabase({
    name: 'unused-accounts',
    title: 'Unused accounts',
    isAboutAccounts: true,
    verdict: async ({ db, now }) => unusedVerdict(await activePeople(db), now),
  }),
  withDatabase({
    name: 'second-factor',
    title: 'Second factor',
    isAboutAccounts: true,
    async verdict({ db, config }) {
      const people = await activePeople(db);
      const without = await idsWithoutWorkingFactor(
        db,
        people.map(({ id }) => id),
        config.siteUrl,
      );
      return secondFactorVerdict(people.filter(({ id }) => without.has(id)));
    },
  }),
  withDatabase({
    name: 'passkeys',
    title: 'Passkeys',
    isAboutAccounts: true,
    async verdict({ db, config }) {
      const rows = await db.selectFrom('passkeys').select('domain').distinct().execute();
      return passkeysVerdict(
        rows.map(({ domain }) => domain),
        new URL(config.siteUrl).hostname,
      );
    },
  }),
  withDatabase({
    name: 'recovery-codes',
    title: 'Recovery codes',
    isSlow: true,
    isAboutAccounts: true,
    async verdict({ db }) {
      const at = await findLastRestore(db);
      return at === null ? null : revivedVerdict(await withCodesFromBefore(db, at), at);
    },
  }),
  withDatabase({
    name: 'admin-password',
    title: 'ADMIN_PASSWORD',
    isAboutAccounts: true,
    async verdict({ db, config }) {
      const { username, email, password } = config.admin;
      if (password === undefined) return null;
      const { societyName } = await getSettings(db, config);
      return passwordVerdict(passwordProblem(password, { username, email, societyName }));
    },
  }),
  withDatabase({
    name: 'demo',
    title: 'Demo content',
    verdict: async ({ db }) => demoVerdict((await findDemo(db))?.pristine ?? (await countDemoLeft(db))),
  }),
];

function activePeople(db: Db): Promise<Person[]> {
  return db
    .selectFrom('administrators')
    .select(['id', 'username', 'email', 'createdAt', 'lastSeenAt'])
    .where('isActive', '=', true)
    .orderBy('usernameKey')
    .execute();
}

/** Those whose recovery codes came with the backup: it cannot know which were used after it was made. */
async function withCodesFromBefore(db: Db, restoredAt: string): Promise<Person[]> {
  const rows = await db
    .selectFrom('recoveryCodes')
    .select('administratorId')
    .distinct()
    .where('usedAt', 'is', null)
    .where('createdAt', '<', restoredAt)
    .execute();
  const ids = new Set(rows.map(({ administratorId }) => administratorId));
  return (await activePeople(db)).filter(({ id }) => ids.has(id));
}

/** The addresses of administrators whose last e-mail came to nothing. */
async function unreached(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('emails')
    .innerJoin('administrators', 'administrators.email', 'emails.recipient')
    .select(['emails.recipient', 'emails.state'])
    .where('emails.state', 'in', ['sent', 'kept', 'failed'])
    .orderBy('emails.id')
    .execute();
  const last = new Map(rows.map(({ recipient, state }) => [recipient ?? '', state]));
  return new Set([...last].filter(([, state]) => state === 'failed').map(([address]) => address));
}

export function administratorsVerdict(count: number): Verdict {
  if (count === 0) return bad('Nobody can sign in.', 'Make an administrator: npm run admin -- create');
  if (count === 1)
    return look(
      'There is only one administrator: whoever helps when this account is lost is missing.',
      'Invite a second one: More, Administrators, Invite.',
    );
  return good(`${count} administrators can sign in.`);
}

export function addressesVerdict(people: Person[], failed: Set<string>): Verdict {
  const dead = people.filter(({ email }) => !isRealAddress(email) || failed.has(email));
  if (dead.length === 0) return good('Every administrator can be reached by e-mail.');
  const names = namesText(dead);
  const todo = `Let ${names} enter another address under Your account.`;
  // A made-up address is how every site begins; one that refuses mails was right once.
  if (dead.length === people.length && dead.some(({ email }) => failed.has(email)))
    return bad('No administrator can be reached by e-mail.', todo);
  return look(`Mails do not reach ${names}: the address does not exist or refuses them.`, todo);
}

export function unusedVerdict(people: Person[], now: Date): Verdict {
  const since = now.getTime() - yearMs;
  const unused = people.filter(({ createdAt, lastSeenAt }) => Date.parse(lastSeenAt ?? createdAt) < since);
  if (unused.length === 0) return good('Every account was used within a year.');
  return look(
    `Nobody has used the ${unused.length === 1 ? 'account' : 'accounts'} of ${namesText(unused)} for a year.`,
    'Deactivate who does not need it any more: More, Administrators.',
  );
}

export function secondFactorVerdict(without: Person[]): Verdict {
  if (without.length === 0) return good('Every administrator has a second factor.');
  return look(
    `${namesText(without)}: the password alone opens ${without.length === 1 ? 'this account' : 'these accounts'}.`,
    'Add a passkey or an authenticator app: More, Your account.',
  );
}

/** A passkey works at one domain for ever. Null where nobody has one. */
export function passkeysVerdict(domains: string[], domain: string): Verdict | null {
  if (domains.length === 0) return null;
  const other = domains.find((one) => one !== domain);
  if (other === undefined) return good(`Passkeys work at ${domain}.`);
  return look(
    `Some passkeys are for ${other} and do not work at ${domain}.`,
    'Set SITE_URL back to the old domain, or let their owners add new passkeys: More, Your account.',
  );
}

export function revivedVerdict(people: Person[], restoredAt: string): Verdict {
  if (people.length === 0) return good('Every recovery code is younger than the last restore.');
  return look(
    `The backup that was restored on ${dayInWords(restoredAt, 'UTC')} does not know which recovery codes were used after it was made: all of ${namesText(people)} work again.`,
    'Let each of them press “Make new ones” under More, Your account.',
  );
}

export function passwordVerdict(problem: string | null): Verdict {
  if (problem === null) return good('ADMIN_PASSWORD is none that is easily guessed.');
  return bad(
    `ADMIN_PASSWORD is weak: ${problem}`,
    'Choose another password under Your account, and take ADMIN_PASSWORD out of .env.',
  );
}

export function demoVerdict(left: number): Verdict {
  if (left === 0) return good('No demo content is left.');
  return look(
    `${countOf(left, 'piece')} of demo content ${left === 1 ? 'is' : 'are'} still shown to visitors.`,
    'Press “Remove demo content” on the dashboard; on an old site, delete what is marked as demo.',
  );
}

function namesText(people: Person[]): string {
  return people.map(({ username }) => isolated(username)).join(', ');
}
