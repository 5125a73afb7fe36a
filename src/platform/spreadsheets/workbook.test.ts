import { crc32, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { writeWorkbook } from './workbook.ts';

/** Its files by name, read by the directory at its end, as a program reads it that trusts nothing else. */
function filesIn(zip: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  const end = zip.length - 22;
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [crc, packed, size] = [16, 20, 24].map((place) => zip.readUInt32LE(at + place)) as [number, number, number];
    const length = zip.readUInt16LE(at + 28);
    const begin = zip.readUInt32LE(at + 42) + 30 + length;
    const data = inflateRawSync(zip.subarray(begin, begin + packed));
    expect([data.length, crc32(data)]).toEqual([size, crc]);
    files[zip.toString('utf8', at + 46, at + 46 + length)] = data.toString();
    at += 46 + length;
  }
  expect(at).toBe(end);
  return files;
}

test('every cell is a text as it is', async () => {
  const pages = [
    [['name', 'phone']],
    [['=1+1 <&> "Ä" \u0007\ud800', '0612345678']],
    [['_x0041_', '12345678901234567']],
  ];
  const files = filesIn(Buffer.concat(await Array.fromAsync(writeWorkbook(pages))));
  expect(Object.keys(files)).toHaveLength(5);
  const cells = [...(files['xl/worksheets/sheet1.xml'] ?? '').matchAll(/<c t="inlineStr"><is><t[^>]*>([^<]*)</g)];
  expect(cells.map(([, text]) => text)).toEqual([
    ...['name', 'phone', '=1+1 &lt;&amp;> "Ä" \ufffd', '0612345678', '_x005F_x0041_', '12345678901234567'],
  ]);
});

test('rows that fail end it with their error', async () => {
  async function* pages() {
    yield [['a']];
    throw new Error('the database is away');
  }
  await expect(Array.fromAsync(writeWorkbook(pages()))).rejects.toThrow('the database is away');
});
