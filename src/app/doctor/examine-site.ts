/** What `npm run doctor` looks at: the site of the settings, from a process beside it, whether it runs or not. */
import { bad, type Finding, good, look, type Verdict } from '#features/health/finding.ts';
import { type Config, ConfigError, readConfig } from '#platform/config/config.ts';
import { misspeltSettings } from '#platform/config/misspelt-settings.ts';
import { openForReading, type Reading } from '#platform/db/reading/open-for-reading.ts';
import { openStore } from '#platform/storage/open-store.ts';
import type { CheckContext } from './check.ts';
import { examine } from './doctor.ts';

const stopped = { site: 'stopped', isWorkerReady: null } as const;

/** Writes nothing. Wrong settings are findings too. */
export async function examineSite(env: Record<string, string | undefined>, now: Date): Promise<Finding[]> {
  const settings = { check: 'settings', title: 'Settings' };
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [, ...mistakes] = error.message.split('\n  - ');
    const verdict = bad(mistakes.join('; '), 'Correct this in .env or in the environment; nothing else was looked at.');
    return [{ ...settings, ...verdict }];
  }
  const misspelt = misspeltSettings(env);
  const todo = 'Correct the name, or take it out of .env.';
  const verdict = misspelt.length > 0 ? look(misspelt.join(' '), todo) : good('The settings can be used.');
  return [{ ...settings, ...verdict }, ...(await examineWith(config, now))];
}

async function examineWith(config: Config, now: Date): Promise<Finding[]> {
  const opened: Reading | Error = await openForReading(config).catch((error: Error) => error);
  const reading = opened instanceof Error ? null : opened;
  try {
    return await examine({
      config,
      now,
      db: reading?.db ?? null,
      databaseProblem: opened instanceof Error ? opened.message : null,
      findDamage: async () => reading?.findDamage() ?? null,
      store: openStore(config),
      ...(await askSite(config)),
      triesWriting: false,
      unfinished,
    });
  } finally {
    await reading?.close();
  }
}

function unfinished(_check: string, error: unknown): Verdict {
  const why = error instanceof Error ? error.message : String(error);
  return look(`This could not be looked at: ${why}`, 'Look at the other lines first, and then run this again.');
}

/** What the site says of itself where it is set to listen. */
async function askSite({ host, port }: Config): Promise<Pick<CheckContext, 'site' | 'isWorkerReady'>> {
  const at = host === undefined || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${at.includes(':') ? `[${at}]` : at}:${port}/readyz`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
    const { worker } = (await answer.json()) as { worker?: boolean };
    return worker === undefined ? stopped : { site: 'running', isWorkerReady: worker };
  } catch {
    return stopped;
  }
}
