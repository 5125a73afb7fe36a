/** What `tests/recovery/upgrade.test.ts` does with whole releases, here with small ones. */
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyDatabaseFile, openDatabaseFile } from '#platform/db/database-file.ts';
import { beginPause, endPause } from '#platform/files/upgrade-pause.ts';
import { beginUpgrade, findInstallation, rememberPrevious, switchTo } from './installation.ts';
import { pack } from './pack.ts';
import { type Task, upgrade } from './upgrade.ts';

function writeRelease(folder: string, version: string): void {
  const files = {
    'release.json': JSON.stringify({ version, platform: 'test', upgrade: 'rolling' }),
    'package.json': JSON.stringify({ version }),
    'docs/how-to/one-health.service': '',
    'scripts/migrate.ts': '',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'));
}

/** A server that runs 2.0.0, was upgraded from 1.0.0, and answers as `answers` says. Use with `await using`. */
async function serverOf(answers: (now: { current: string; isStarted: boolean; previous: string }) => boolean) {
  const home = mkdtempSync(join(tmpdir(), 'upgrade-'));
  const asked = join(home, 'asked');
  const linkOf = (name: string) => readlinkSync(join(home, name));
  for (const version of ['1.0.0', '2.0.0']) writeRelease(join(home, `releases/one-health-${version}`), version);
  symlinkSync('releases/one-health-2.0.0', join(home, 'current'));
  symlinkSync('releases/one-health-1.0.0', join(home, 'previous'));
  const dataDir = join(home, 'data');
  for (const name of ['data', 'programs', 'new']) mkdirSync(join(home, name));
  const database = openDatabaseFile(dataDir, {});
  database.exec('CREATE TABLE kept (id integer)');
  database.close();
  writeFileSync(asked, 'start\n');
  writeFileSync(join(home, 'programs/systemctl'), `#!/bin/sh\necho "$1" >> '${asked}'\n`);
  chmodSync(join(home, 'programs/systemctl'), 0o755);
  const path = process.env.PATH;
  process.env.PATH = `${join(home, 'programs')}:${path}`;
  const server = createServer((request, response) => {
    const isStarted = readFileSync(asked, 'utf8').endsWith('start\n');
    if (answers({ current: linkOf('current'), isStarted, previous: linkOf('previous') })) response.end();
    else request.socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const task: Task = {
    installation: findInstallation(join(home, 'releases/one-health-2.0.0')),
    dataDir,
    service: { name: 'one-health', url },
    readyWithinMs: 500,
    tell: () => {},
  };
  const folder = join(home, 'new/one-health-3.0.0');
  writeRelease(folder, '3.0.0');
  return {
    task,
    archive: await pack(folder, join(home, 'new/one-health-3.0.0.tar.gz')),
    linkOf,
    asked: () => readFileSync(asked, 'utf8').trim().split('\n').slice(1),
    [Symbol.asyncDispose]: async () => {
      process.env.PATH = path;
      server.close();
      server.closeAllConnections();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

test.skipIf(process.platform === 'win32')(
  'whoever stops an upgrade while it waits for the new version can go back by hand to the one of before',
  async () => {
    const seen = new Set<string>();
    await using server = await serverOf(({ current, isStarted, previous }) => {
      if (current.endsWith('3.0.0')) seen.add(previous);
      return isStarted && current.endsWith('2.0.0');
    });
    await expect(upgrade(server.task, server.archive)).rejects.toThrow(/^The site runs the version of before/);
    expect([...seen]).toEqual(['releases/one-health-2.0.0']);
    expect([server.linkOf('current'), server.linkOf('previous')]).toEqual([
      'releases/one-health-2.0.0',
      'releases/one-health-1.0.0',
    ]);
  },
);

test.skipIf(process.platform === 'win32')('a service that is not that of the site is not left stopped', async () => {
  await using server = await serverOf(() => true);
  await expect(upgrade(server.task, server.archive)).rejects.toThrow(/^Something still answers at /);
  expect(server.asked()).toEqual(['stop', 'start']);
});

/** Killed when 3.0.0 had been started; what is saved since is one row. */
async function cutOff({ task, archive }: Awaited<ReturnType<typeof serverOf>>): Promise<Task> {
  const { installation, dataDir } = task;
  const folder = join(installation.releases, 'one-health-3.0.0');
  writeRelease(folder, '3.0.0');
  mkdirSync(join(dataDir, 'before-3.0.0'));
  await copyDatabaseFile(dataDir, join(dataDir, 'before-3.0.0'));
  beginUpgrade(installation, '3.0.0');
  rememberPrevious(installation, installation.current);
  switchTo(installation, folder);
  const database = openDatabaseFile(dataDir, {});
  database.exec('INSERT INTO kept VALUES (1)');
  database.close();
  expect(archive).toContain('3.0.0');
  return { ...task, installation: findInstallation(folder) };
}

function rowsIn(dataDir: string): number {
  const database = openDatabaseFile(dataDir, {});
  try {
    return database.prepare('SELECT id FROM kept').all().length;
  } finally {
    database.close();
  }
}

const pauses: [what: string, pause: (dataDir: string) => void, goesBack: boolean][] = [
  ['held back what was to be saved', (dataDir) => beginPause(dataDir, 60_000), true],
  ['may save since an hour', (dataDir) => beginPause(dataDir, -3_600_000), false],
  ['was found well before the kill', endPause, false],
];
test.skipIf(process.platform === 'win32').each(pauses)(
  'a new version that %s and does not start when the upgrade is finished',
  async (_, pause, goesBack) => {
    await using server = await serverOf(({ current, isStarted }) => isStarted && current.endsWith('2.0.0'));
    const task = await cutOff(server);
    pause(task.dataDir);
    const told = upgrade(task, server.archive);
    if (goesBack) await expect(told).rejects.toThrow(/^The site runs the version of before/);
    else await expect(told).rejects.toThrow(/^3\.0\.0 is not ready, and may have saved since the upgrade: /);
    expect([server.linkOf('current'), rowsIn(task.dataDir)]).toEqual(
      goesBack ? ['releases/one-health-2.0.0', 0] : ['releases/one-health-3.0.0', 1],
    );
  },
);
