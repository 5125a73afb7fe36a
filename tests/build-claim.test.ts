import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimBuild } from '../scripts/build-claim.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-claim-'));
  file = join(folder, 'dist.building');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('one builds, the other waits until it is done', () => {
  const first = claimBuild(file);
  expect(claimBuild(file)).toBeNull();
  expect(existsSync(file)).toBe(true);
  first?.[Symbol.dispose]();
  using second = claimBuild(file);
  expect(second).not.toBeNull();
});

test.each([
  ['of a process that is gone', '2147483646', 0],
  ['whose number is now that of another process', String(process.pid), 121],
])('a claim %s is taken over', (_, pid, secondsAgo) => {
  writeFileSync(file, pid);
  const then = new Date(Date.now() - secondsAgo * 1000);
  utimesSync(file, then, then);
  expect(claimBuild(file)).toBeNull();
  using claim = claimBuild(file);
  expect(claim).not.toBeNull();
});

test('of many that begin and end at the same moment, one builds at a time', async () => {
  const code = `import { claimBuild } from '${new URL('../scripts/build-claim.ts', import.meta.url)}';
    import { mkdirSync, rmdirSync } from 'node:fs';
    const end = Date.now() + 1500;
    while (Date.now() < end) { using claim = claimBuild(process.argv[1]); if (claim) { mkdirSync(process.argv[1] + '-held'); rmdirSync(process.argv[1] + '-held'); } }`;
  const builders = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', code, file], { stdio: 'inherit' }),
  );
  const codes = await Promise.all(builders.map(async (one) => (await once(one, 'exit'))[0]));
  expect(codes).toEqual([0, 0, 0, 0]);
});
