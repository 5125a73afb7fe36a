import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { writeZip } from './zip.ts';
import { openZip } from './zip-reader.ts';

const modifiedAt = new Date('2026-11-21T12:34:56Z');

test('a file whose own head is overwritten is damaged, the others are read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  try {
    const file = join(folder, 'a.zip');
    const files = ['a.md', 'b.md'].map((path) => ({ path, modifiedAt, body: [path] }));
    await pipeline(writeZip(files), createWriteStream(file));
    const bytes = readFileSync(file);
    bytes.write('xx', 0);
    writeFileSync(file, bytes);
    const zip = await openZip(file);
    const read = async (name: string) => String(await zip.read(zip.entries.get(name) ?? expect.fail(name), 100));
    await expect(read('a.md')).rejects.toThrow('This zip file is damaged or was not copied completely.');
    expect(await read('b.md')).toBe('b.md');
    await zip.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
