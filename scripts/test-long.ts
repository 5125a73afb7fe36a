/** `npm run test:long -- NAME`: what takes too long for `npm test`, or needs servers of others. What follows goes to the test. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** What Node runs, and what is set for it. */
type Long = { args: string[]; env?: Record<string, string> };

const vitest = (...args: string[]) => ['node_modules/vitest/vitest.mjs', 'run', ...args];
const configured = (folder: string) => vitest('--config', `tests/${folder}/vitest.config.ts`);

const kills = ['crash', 'scheduled-kills', 'promotion-kills', 'database-lock', 'stop', 'admin-cli'];

const tests: Record<string, Long> = {
  access: { args: ['scripts/test.ts', 'e2e'], env: { ACCESS_EVERYWHERE: 'true' } },
  attack: { args: configured('attack'), env: { ATTACK_SECONDS: '10' } },
  calendars: { args: configured('calendars') },
  cluster: { args: configured('cluster') },
  'fault-walk': { args: vitest('tests/faults'), env: { FAULTS_EVERY: '1' } },
  faults: {
    args: vitest(...kills.map((name) => `tests/${name}.test.ts`)),
    env: { EVERY_ENGINE: 'true', CRASH_KILLS: '20', CRASH_READERS: '1000' },
  },
  firefox: { args: ['scripts/test-firefox.ts'] },
  mailservers: { args: configured('mailservers') },
  mutations: { args: ['tests/mutations/mutate.ts'] },
  recovery: { args: configured('recovery'), env: { RESTORE_KILLS: 'Infinity', BACKUP_FAULTS: '100' } },
  s3: { args: ['scripts/test-s3.ts'] },
  simulation: { args: ['tests/simulation/run.ts'] },
  webkit: { args: ['scripts/test-webkit.ts'] },
};

const [name = '', ...rest] = process.argv.slice(2);
const wanted = Object.hasOwn(tests, name) ? tests[name] : undefined;
if (wanted) {
  const root = resolve(import.meta.dirname, '..');
  const env = { ...process.env, ...wanted.env };
  process.exitCode =
    spawnSync(process.execPath, [...wanted.args, ...rest], { cwd: root, env, stdio: 'inherit' }).status ?? 1;
} else {
  const said = name ? `There is no long test called ${name}.` : 'Which long test?';
  console.error(`${said} Type npm run test:long -- and one of: ${Object.keys(tests).join(', ')}.`);
  process.exitCode = 1;
}
