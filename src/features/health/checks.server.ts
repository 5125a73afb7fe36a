/** The checks of the site, and how they run: independently, with a time limit, and without secrets in their output. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Check, type CheckContext, verdictWithDatabase } from './check-contract.server.ts';
import { type CheckResult, look } from './check-result.ts';
import { backupVerdict, rehearsalVerdict } from './checks/backup-checks.server.ts';
import { clockVerdict, databaseVerdict, diskVerdict } from './checks/machine-checks.server.ts';
import { mailDomainVerdict, smtpVerdict } from './checks/mail-checks.server.ts';
import {
  administratorsVerdict,
  demoVerdict,
  privacyVerdict,
  secondFactorVerdict,
  settingsVerdict,
} from './checks/setup-checks.server.ts';
import { siteUrlVerdict } from './checks/site-url-check.server.ts';
import { picturesVerdict, storageVerdict } from './checks/storage-checks.server.ts';
import { queueVerdict, workerVerdict } from './checks/worker-checks.server.ts';
import { listSecrets, withoutSecrets } from './redact.server.ts';

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
