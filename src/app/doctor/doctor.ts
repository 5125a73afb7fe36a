/** All checks of the site in one list, and how they are run: each for itself, with a limit in time, and without secrets. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '#features/health/finding.ts';
import type { Check, CheckContext } from './check.ts';
import { addressChecks } from './checks-of-address.ts';
import { backupChecks } from './checks-of-backup.ts';
import { databaseChecks } from './checks-of-database.ts';
import { machineChecks } from './checks-of-machine.ts';
import { mailChecks } from './checks-of-mail.ts';
import { peopleChecks } from './checks-of-people.ts';
import { storageChecks } from './checks-of-storage.ts';
import { mailDomainChecks } from './mail-domain/checks-of-mail-domain.ts';
import { secretsOf, withoutSecrets } from './redact.ts';

const withinMs = 30_000;

export const checks: Check[] = [
  ...machineChecks,
  ...databaseChecks,
  ...addressChecks,
  ...storageChecks,
  ...mailChecks,
  ...mailDomainChecks,
  ...backupChecks,
  ...peopleChecks,
];

/** The names of what only administrators may learn. */
export const aboutAccounts: ReadonlySet<string> = new Set(
  checks.filter(({ isAboutAccounts }) => isAboutAccounts).map(({ name }) => name),
);

/** In the order of the list. */
export async function examine(context: CheckContext, which: readonly Check[] = checks): Promise<Finding[]> {
  const found = await Promise.all(which.map((check) => findingOf(check, context)));
  return found.filter((finding) => finding !== null);
}

async function findingOf({ name, title, verdict }: Check, context: CheckContext): Promise<Finding | null> {
  const tooLong = new AbortController();
  const given = await Promise.race([
    verdict(context).catch((error: unknown) => context.unfinished(name, error)),
    sleep(withinMs, undefined, { ref: false, signal: tooLong.signal }).then(
      () => context.unfinished(name, new Error('it took longer than half a minute')),
      () => null,
    ),
  ]);
  tooLong.abort();
  if (!given) return null;
  const secrets = secretsOf(context.config);
  const { level, sentence, todo, paste } = given;
  return { check: name, title, level, sentence: withoutSecrets(sentence, secrets), todo, paste };
}
