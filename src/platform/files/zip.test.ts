import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { writeZip, type ZipFile } from './zip.ts';

const modifiedAt = new Date('2026-11-21T12:34:56Z');

/** What Python's zipfile reads after it has checked each file's checksum: the path and the length of each. */
function readByPython(file: string): [string, number, number[]][] {
  const program =
    'import json, sys, zipfile; zip = zipfile.ZipFile(sys.argv[1]); assert zip.testzip() is None; ' +
    'print(json.dumps([[one.filename, one.file_size, one.date_time] for one in zip.infolist()]))';
  const { stdout, stderr } = spawnSync('python3', ['-c', program, file], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

async function written(files: AsyncIterable<ZipFile> | Iterable<ZipFile>, read: (file: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  try {
    const file = join(folder, 'a.zip');
    await pipeline(writeZip(files), createWriteStream(file));
    read(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const hasPython = spawnSync('python3', ['--version']).status === 0;
const hasUnzip = spawnSync('unzip', ['-v']).status === 0;

test.skipIf(!hasPython)('Python reads names in any script, days and bytes', async () => {
  const picture = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 256));
  const files = [
    { path: 'content/Größe – 研究.md', modifiedAt, body: ['one ', 'two'] },
    { path: 'static/a.jpg', modifiedAt, body: [picture] },
    { path: 'empty', modifiedAt: new Date('1970-01-01T00:00:00Z'), body: [] },
  ];
  await written(files, (file) => {
    expect(readByPython(file)).toEqual([
      ['content/Größe – 研究.md', 7, [2026, 11, 21, 12, 34, 56]],
      ['static/a.jpg', 3000, [2026, 11, 21, 12, 34, 56]],
      ['empty', 0, [1980, 1, 1, 0, 0, 0]],
    ]);
    // Stored, not compressed a second time.
    expect(readFileSync(file).includes(picture)).toBe(true);
    if (hasUnzip) expect(spawnSync('unzip', ['-t', file]).status).toBe(0);
  });
});

test('an error while reading a file ends the zip file with that error', async () => {
  async function* body() {
    yield 'a';
    throw new Error('the store is away');
  }
  await expect(Array.fromAsync(writeZip([{ path: 'a', modifiedAt, body: body() }]))).rejects.toThrow(
    'the store is away',
  );
});
