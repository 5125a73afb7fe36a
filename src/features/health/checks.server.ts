/** The checks of the site, and how they run: independently, with a time limit, and without secrets in their output. */
import { setTimeout as sleep } from 'node:timers/promises';
import { bidiIsolated, pluralise } from '#shared/text.ts';
import { backupVerdict, rehearsalVerdict } from './backup-checks.server.ts';
import { type Check, type CheckContext, type Reading, verdictWithDatabase } from './check-contract.server.ts';
import { bad, type CheckResult, good, look } from './check-result.ts';
import { clockVerdict, databaseVerdict, diskVerdict } from './machine-checks.server.ts';
import { mailDomainVerdict, smtpVerdict } from './mail-checks.server.ts';
import { listSecrets, withoutSecrets } from './redact.server.ts';
import { siteUrlVerdict } from './site-url-check.server.ts';
import { picturesVerdict, storageVerdict } from './storage-checks.server.ts';
import { queueVerdict, workerVerdict } from './worker-checks.server.ts';

const withinMs = 30_000;

export const checks: Check[] = [
  { name: 'settings', title: 'Settings', verdict: settingsVerdict },
  { name: 'disk', title: 'Disk', verdict: diskVerdict },
  { name: 'database', title: 'Database', verdict: databaseVerdict },
  { name: 'clock', title: 'Clock', verdict: verdictWithDatabase(clockVerdict) },
  { name: 'address', title: 'SITE_URL', verdict: siteUrlVerdict },
  { name: 'storage', title: 'Picture storage', verdict: storageVerdict },
  { name: 'pictures', title: 'Pictures', verdict: verdictWithDatabase(picturesVerdict) },
  { name: 'smtp', title: 'Mail server', verdict: smtpVerdict },
  { name: 'mail-domain', title: 'Mail domain', verdict: mailDomainVerdict },
  { name: 'worker', title: 'Mail worker', verdict: verdictWithDatabase(workerVerdict) },
  { name: 'queue', title: 'Waiting emails', verdict: verdictWithDatabase(queueVerdict) },
  { name: 'backup', title: 'Backup', verdict: verdictWithDatabase(backupVerdict) },
  { name: 'rehearsal', title: 'Rehearsal of a restore', verdict: verdictWithDatabase(rehearsalVerdict) },
  { name: 'administrators', title: 'Administrators', verdict: verdictWithDatabase(administratorsVerdict) },
  { name: 'second-factor', title: 'Second factor', verdict: verdictWithDatabase(secondFactorVerdict) },
  { name: 'privacy', title: 'Privacy', verdict: verdictWithDatabase(privacyVerdict) },
  { name: 'demo', title: 'Demo content', verdict: verdictWithDatabase(demoVerdict) },
];

/** In the order of the list. */
export async function runChecks(context: CheckContext): Promise<CheckResult[]> {
  const found = await Promise.all(checks.map((check) => findingOf(check, context)));
  return found.filter((finding) => finding !== null);
}

async function findingOf({ name, title, verdict }: Check, context: CheckContext): Promise<CheckResult | null> {
  const failed = (error: unknown) => uncheckedVerdict(error, context);
  const tooLong = sleep(withinMs, null, { ref: false }).then(() => failed(new Error('it took half a minute')));
  const given = await Promise.race([verdict(context).catch(failed), tooLong]);
  if (!given) return null;
  return { check: name, title, ...given, sentence: withoutSecrets(given.sentence, listSecrets(context.config)) };
}

/** Only the operator on the server sees the error. */
function uncheckedVerdict(error: unknown, { site }: CheckContext) {
  if (site === 'itself') return look('This could not be checked.', 'Run npm run doctor on the server: it says why.');
  const why = error instanceof Error ? error.message : String(error);
  return look(`This could not be checked: ${why}`, 'Look at the other lines first, then check again.');
}

async function settingsVerdict({ misspelt }: CheckContext) {
  if (misspelt.length === 0) return good('The settings can be used.');
  return look(misspelt.join(' '), 'Correct the name, or take it out of .env.');
}

async function administratorsVerdict({ db, config, facts }: Reading) {
  const people = await facts.people(db, config.siteUrl);
  if (people.length === 0) return bad('No one can sign in.', 'Make an administrator: npm run admin -- create');
  if (people.length === 1)
    return look(
      'There is only one administrator.',
      'Invite a second one in case this account is lost: More, Administrators, Invite.',
    );
  return good(`${people.length} administrators can sign in.`);
}

async function secondFactorVerdict({ db, config, facts }: Reading) {
  const without = (await facts.people(db, config.siteUrl)).filter(({ hasSecondFactor }) => !hasSecondFactor);
  if (without.length === 0) return good('Every administrator has a second factor.');
  const names = without.map(({ username }) => bidiIsolated(username)).join(', ');
  return look(
    `Only a password protects ${without.length === 1 ? 'the account' : 'the accounts'} of ${names}.`,
    'Add a passkey or an authenticator app: More, Your account.',
  );
}

async function privacyVerdict({ db, config, facts }: Reading) {
  const page = await facts.privacy(db, config);
  if (page === null)
    return look(
      'Your forms ask for e-mail addresses, but no page says what you do with them.',
      'Read the draft Privacy, and put it on the site: More, Manage Pages.',
    );
  if (page.gap !== null)
    return look(`The page Privacy still says ${page.gap}.`, 'Please fill it in: More, Manage Pages.');
  if (page.saidDays !== null && page.saidDays !== page.days)
    return look(
      `The page Privacy says that guests are erased ${pluralise(page.saidDays, 'day')} after an event, the settings say ${page.days}.`,
      'Please check the page: More, Manage Pages.',
    );
  return good('A public page says what you do with addresses.');
}

async function demoVerdict({ db, facts }: Reading) {
  const left = await facts.countDemo(db);
  if (left === 0) return good('No demo content is left.');
  return look(
    `${pluralise(left, 'piece')} of demo content ${left === 1 ? 'is' : 'are'} still shown to visitors.`,
    'Delete it, or press “Remove demo content” on the dashboard: First steps, Show all.',
  );
}
