/** Runs the checks in the running site, or from another process on the site of the settings. */
import { type Config, ConfigError, readConfig } from '#platform/config/config.ts';
import { misspeltSettings } from '#platform/config/misspelt-settings.ts';
import type { AppContext } from '#platform/context.ts';
import { type Inspection, openForInspection } from '#platform/db/inspection/open-for-inspection.ts';
import { openStore } from '#platform/storage/open-store.ts';
import type { CheckContext, Facts } from './check-contract.server.ts';
import { bad, type CheckResult } from './check-result.ts';
import { runChecks } from './checks.server.ts';

/** `quick_check` takes seconds, so the running site reports damage that its queries have met; the command checks the file. */
export function runningSiteContext({ config, clock, db, store, outages }: AppContext, facts: Facts): CheckContext {
  const reason = outages.current()?.reason;
  const damages: Record<string, string> = {
    database_damaged: 'a page cannot be read',
    disk_failing: 'the disk reports errors',
  };
  return {
    config,
    misspelt: misspeltSettings(process.env),
    now: clock.now(),
    db,
    databaseProblem: null,
    findDamage: () => damages[reason ?? ''] ?? null,
    store,
    site: 'itself',
    isWorkerReady: null,
    triesWriting: true,
    facts,
  };
}

/** For `npm run doctor`, whether the site runs or not. Writes nothing; wrong settings are findings too. */
export async function runDoctor(
  env: Record<string, string | undefined>,
  now: Date,
  facts: Facts,
): Promise<CheckResult[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [, ...mistakes] = error.message.split('\n  - ');
    const verdict = bad(mistakes.join('; '), 'Correct this in .env or in the environment; nothing else was checked.');
    return [{ check: 'settings', title: 'Settings', ...verdict }];
  }
  const opened: Inspection | Error = await openForInspection(config).catch((error: Error) => error);
  const inspection = opened instanceof Error ? null : opened;
  try {
    return await runChecks({
      config,
      misspelt: misspeltSettings(env),
      now,
      db: inspection?.db ?? null,
      databaseProblem: opened instanceof Error ? opened.message : null,
      findDamage: () => inspection?.findDamage() ?? null,
      store: openStore(config),
      ...(await askSite(config)),
      triesWriting: false,
      facts,
    });
  } finally {
    await inspection?.close();
  }
}

/** Asks the site on its port; it tells about its worker only with the token. */
async function askSite({ host, port, metricsToken }: Config): Promise<Pick<CheckContext, 'site' | 'isWorkerReady'>> {
  const at = host === undefined || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${at.includes(':') ? `[${at}]` : at}:${port}/readyz`;
  try {
    const headers = { authorization: `Bearer ${metricsToken ?? ''}` };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(5000) });
    const { status, worker } = (await answer.json()) as { status?: string; worker?: boolean };
    return { site: status === undefined ? 'stopped' : 'running', isWorkerReady: worker ?? null };
  } catch {
    return { site: 'stopped', isWorkerReady: null };
  }
}
