import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { writeZip } from '#platform/files/zip.ts';

const modifiedAt = new Date('2026-11-21T12:34:56Z');
const hasUnzip = spawnSync('unzip', ['-v']).status === 0;
if (!hasUnzip) console.warn('unzip is not here: no large zip file is read.');

const read = `import sys, zipfile
zip = zipfile.ZipFile(sys.argv[1])
print(len(zip.infolist()), zip.read(zip.infolist()[-1].filename).decode())`;

async function readBack(files: Parameters<typeof writeZip>[0]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  try {
    const file = join(folder, 'a.zip');
    await pipeline(writeZip(files), createWriteStream(file));
    expect(spawnSync('unzip', ['-tqq', file]).status).toBe(0);
    return spawnSync('python3', ['-c', read, file], { encoding: 'utf8' }).stdout.trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.skipIf(!hasUnzip)('more than 65,535 files', { timeout: 600_000 }, async () => {
  function* many() {
    for (let at = 0; at < 65_600; at++) yield { path: `${at}`, modifiedAt, body: ['a'] };
  }
  expect(await readBack(many())).toBe('65600 a');
});

test.skipIf(!hasUnzip)('more than 4 GB', { timeout: 600_000 }, async () => {
  const piece = Buffer.alloc(2 ** 20);
  const picture = (name: string) => ({ path: name, modifiedAt, body: Array.from({ length: 2050 }, () => piece) });
  expect(await readBack([picture('a.jpg'), picture('b.jpg'), { path: 'c', modifiedAt, body: ['c'] }])).toBe('3 c');
});
