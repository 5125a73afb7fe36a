/** Types what the how-tos say of a server, as it stands there; a release itself is tried by `npm run test:recovery`. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { emptyPlace, engines, freshDatabase } from './support/database.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');

/** The command of the page that begins so, with what stands before it in its block. */
function commandsOf(page: string, begins: string): string {
  const text = readFileSync(join(root, 'docs/how-to', page), 'utf8');
  const blocks = [...text.matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)].map(([, , code = '']) => code);
  return blocks.find((code) => code.includes(begins)) ?? '';
}

/** A folder as a release leaves it on a server, and a `sudo` that changes no user. */
function server() {
  const folder = mkdtempSync(join(tmpdir(), 'site-server-'));
  const [current, programs] = [join(folder, 'current'), join(folder, 'programs')];
  for (const made of [current, programs]) mkdirSync(made);
  for (const name of ['package.json', 'node_modules', 'scripts', 'src', 'db', 'tsconfig.json'])
    symlinkSync(join(root, name), join(current, name));
  copyFileSync(join(root, 'scripts/run.sh'), join(current, 'run'));
  writeFileSync(join(programs, 'sudo'), '#!/bin/sh\nshift 2\nexec "$@"\n', { mode: 0o755 });
  return {
    async type(code: string, env: Record<string, string>): Promise<string> {
      const PATH = [programs, process.env.PATH].join(delimiter);
      // What a .env of this checkout says does not count.
      const typed = code.replace('/srv/one-health', folder);
      return (await run('sh', ['-e', '-c', typed], { env: { PATH, DATABASE_URL: '', ...env } })).stdout;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

describe.skipIf(process.platform === 'win32')('on a server, as typed', () => {
  test('the administrators are listed', async () => {
    await using site = await freshDatabase('sqlite');
    using machine = server();
    const typed = commandsOf('administrators.md', 'sudo -u one-health');
    expect(typed).toContain('cd /srv/one-health');
    expect(await machine.type(typed, { DATA_DIR: site.dataDir })).toContain('administrator');
  });

  test.skipIf(!engines.includes('postgres'))('a site moves to PostgreSQL', async () => {
    await using site = await freshDatabase('sqlite');
    await site.close();
    await using place = await emptyPlace('postgres');
    using machine = server();
    const typed = commandsOf('move-to-postgres.md', 'sudo -u one-health');
    const settings = { DATA_DIR: site.dataDir, DATABASE_URL: place.url ?? '' };
    expect(await machine.type(typed, settings)).toContain('each was read back and compared.');
  });
});
