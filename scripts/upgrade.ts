/** `npm run upgrade -- ARCHIVE`: puts another release in place of the one that runs, or says why not. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findInstallation } from '#app/operator/upgrade/installation.ts';
import { goBackByHand, type Task, upgrade } from '#app/operator/upgrade/upgrade.ts';
import { UpgradeRefused } from '#app/operator/upgrade/upgrade-refused.ts';
import { type Config, ConfigError, readConfig } from '#platform/config/config.ts';
import { loadEnvFile } from '#platform/config/env-file.ts';

const help = `Another release in place of the one that runs.

  npm run upgrade -- ARCHIVE
      Checks the archive, tries its migrations on a copy of the database, stops the site, starts the new version, and
      goes back to the old one by itself when the new one is not ready within 60 seconds.

  npm run upgrade -- --back --lose-changes
      Takes the last upgrade back, with the database as it was before: what was saved since is gone.

  --service NAME   the site's name in systemd, if it is not one-health
  --wait SECONDS   how long the new version may take, if not 60

Where there is no npm: ./run upgrade -- ARCHIVE. It ends with 0 when all went well, 1 with a sentence that says which version runs,
2 when it was called wrongly.`;

const root = resolve(import.meta.dirname, '..');

// A connection to the server that is lost in the middle must not leave the site stopped.
process.on('SIGHUP', () => {});
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const { archive, isBack, isWrong, ...asked } = parse(args);
  if (isWrong) {
    console.log(help);
    return 2;
  }
  try {
    const task = taskOf(asked);
    if (isBack) await goBackByHand(task);
    else await upgrade(task, resolve(process.env.INIT_CWD ?? '', archive));
    return 0;
  } catch (error) {
    const isExplained = error instanceof UpgradeRefused || error instanceof ConfigError;
    console.error(isExplained ? error.message : error);
    if (isExplained && error.cause) console.error(error.cause);
    return 1;
  }
}

function parse(args: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  const word = (value: string) => ({ type: 'string', default: value }) as const;
  const options = { back: flag, 'lose-changes': flag, service: word('one-health'), wait: word('60') };
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [archive = '', ...others] = positionals;
    const isOne = others.length === 0 && values.back === values['lose-changes'] && values.back !== Boolean(archive);
    const isWrong = !isOne || !/^\d{1,4}$/.test(values.wait);
    return { archive, isBack: values.back, isWrong, name: values.service, seconds: Number(values.wait) };
  } catch {
    return { archive: '', isBack: false, isWrong: true, name: '', seconds: 0 };
  }
}

function taskOf({ name, seconds }: { name: string; seconds: number }): Task {
  const installation = findInstallation(root);
  loadEnvFile(resolve(root, '.env'));
  const config = readConfig(process.env);
  if (config.databaseUrl)
    throw new UpgradeRefused(
      'The database is PostgreSQL, which this command cannot take back: docs/how-to/upgrade.md says how.',
    );
  const tell = (sentence: string) => console.log(sentence);
  return {
    installation,
    dataDir: config.dataDir,
    service: { name, url: ownUrl(config) },
    readyWithinMs: seconds * 1000,
    tell,
  };
}

/** Where the site listens, without the proxy. */
function ownUrl({ host = '127.0.0.1', port }: Config): string {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
