/** The checks of the site, and how they run: independently, with a time limit, and without secrets in their output. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Check, type CheckContext, type StepContext, verdictWithDatabase } from './check-contract.server.ts';
import { type CheckResult, look, type Verdict } from './check-result.ts';
import { clockVerdict, databaseVerdict, diskVerdict, settingsVerdict } from './checks/machine-checks.server.ts';
import { firstMailVerdict, mailDomainVerdict, smtpVerdict } from './checks/mail-checks.server.ts';
import { ownAddressVerdict, siteUrlVerdict } from './checks/site-url-check.server.ts';
import { picturesVerdict, storageVerdict } from './checks/storage-checks.server.ts';
import { queueVerdict, workerVerdict } from './checks/worker-checks.server.ts';
import { listSecrets, withoutSecrets } from './redact.server.ts';

const withinMs = 30_000;

const address = { title: "The site's own address", verdict: ownAddressVerdict };
const mail = { title: 'A working mail server', verdict: firstMailVerdict };

const machineChecks: Check[] = [
  { name: 'settings', title: 'Settings', verdict: settingsVerdict },
  { name: 'disk', title: 'Disk', verdict: diskVerdict },
  { name: 'database', title: 'Database', verdict: databaseVerdict },
  { name: 'clock', title: 'Clock', verdict: verdictWithDatabase(clockVerdict) },
  { name: 'address', title: 'SITE_URL', verdict: siteUrlVerdict, step: address },
  { name: 'storage', title: 'Picture storage', verdict: storageVerdict },
  { name: 'pictures', title: 'Pictures', verdict: verdictWithDatabase(picturesVerdict) },
  { name: 'smtp', title: 'Mail server', verdict: smtpVerdict, step: mail },
  { name: 'mail-domain', title: 'Mail domain', verdict: mailDomainVerdict },
  { name: 'worker', title: 'Mail worker', verdict: verdictWithDatabase(workerVerdict) },
  { name: 'queue', title: 'Waiting emails', verdict: verdictWithDatabase(queueVerdict) },
];

/** In the order of the list. */
export async function runChecks(context: CheckContext): Promise<CheckResult[]> {
  const found = await Promise.all(
    [...machineChecks, ...context.facts.setupChecks].map((check) => findingOf(check, context)),
  );
  return found.filter((finding) => finding !== null);
}

/** The first steps that concern this site, in the order of the list. */
export async function runFirstSteps(context: StepContext): Promise<(Verdict & { name: string; title: string })[]> {
  const found = [];
  for (const { name, step } of [...machineChecks, ...context.facts.setupChecks]) {
    const verdict = await step?.verdict(context);
    if (step && verdict) found.push({ name, title: step.title, ...verdict });
  }
  return found;
}

async function findingOf({ name, title, verdict, quotesNoOne }: Check, context: CheckContext) {
  if (!verdict) return null;
  const hidden = (given: Verdict) => ({
    ...given,
    sentence: withoutSecrets(given.sentence, listSecrets(context.config)),
  });
  const failed = (error: unknown) => hidden(uncheckedVerdict(error, context));
  const tooLong = sleep(withinMs, null, { ref: false }).then(() => failed(new Error('it took half a minute')));
  const given = await Promise.race([verdict(context).catch(failed), tooLong]);
  if (!given) return null;
  return { check: name, title, ...(quotesNoOne ? given : hidden(given)) };
}

/** Only the operator on the server sees the error. */
function uncheckedVerdict(error: unknown, { site }: CheckContext) {
  if (site === 'itself') return look('This could not be checked.', 'Run npm run doctor on the server: it says why.');
  const why = error instanceof Error ? error.message : String(error);
  return look(`This could not be checked: ${why}`, 'Look at the other lines first, then check again.');
}
