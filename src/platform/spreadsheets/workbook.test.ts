import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesInZip } from '#tests/support/read-zip.ts';
import { writeWorkbook } from './workbook.ts';

function filesIn(zip: Buffer): Record<string, string> {
  return Object.fromEntries(Object.entries(filesInZip(zip)).map(([name, data]) => [name, data.toString()]));
}

test('every cell is a text as it is', async () => {
  const pages = [
    [['name', 'phone']],
    [['=1+1 <&> "Ä" \u0007\ud800', '0612345678']],
    [['_x0041_', '12345678901234567']],
  ];
  const files = filesIn(Buffer.concat(await Array.fromAsync(writeWorkbook(pages))));
  expect(Object.keys(files)).toHaveLength(5);
  const cells = [
    ...(files['xl/worksheets/sheet1.xml'] ?? '').matchAll(/<c r="[A-Z]+\d+" t="inlineStr"><is><t[^>]*>([^<]*)</g),
  ];
  expect(cells.map(([, text]) => text)).toEqual([
    ...['name', 'phone', '=1+1 &lt;&amp;> "Ä" \ufffd', '0612345678', '_x005F_x0041_', '12345678901234567'],
  ]);
});

test('rows and cells have their references, across pages and beyond column Z', async () => {
  const wide = Array.from({ length: 28 }, (_, at) => `column ${at}`);
  const files = filesIn(Buffer.concat(await Array.fromAsync(writeWorkbook([[wide, ['a']], [['b', 'c']]]))));
  const sheet = files['xl/worksheets/sheet1.xml'] ?? '';
  expect([...sheet.matchAll(/<row r="(\d+)">/g)].map(([, row]) => row)).toEqual(['1', '2', '3']);
  const references = [...sheet.matchAll(/<c r="([A-Z]+\d+)"/g)].map(([, reference]) => reference);
  expect(references.slice(0, 2)).toEqual(['A1', 'B1']);
  expect(references.slice(25)).toEqual(['Z1', 'AA1', 'AB1', 'A2', 'A3', 'B3']);
});

const python = spawnSync('python3', ['-c', 'import openpyxl']);

test.skipIf(python.status !== 0)('openpyxl reads each cell at its place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'workbook-'));
  const file = join(folder, 'table.xlsx');
  writeFileSync(
    file,
    Buffer.concat(
      await Array.fromAsync(
        writeWorkbook([
          [
            ['name', 'phone'],
            ['=1+1', '0612'],
          ],
        ]),
      ),
    ),
  );
  const program =
    'import json, sys, openpyxl; sheet = openpyxl.load_workbook(sys.argv[1], read_only=True).active; ' +
    'print(json.dumps([[cell.value for cell in row] for row in sheet.iter_rows()]))';
  const { stdout } = spawnSync('python3', ['-c', program, file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(JSON.parse(stdout)).toEqual([
    ['name', 'phone'],
    ['=1+1', '0612'],
  ]);
});

test('an error while reading rows ends the file with that error', async () => {
  async function* pages() {
    yield [['a']];
    throw new Error('the database is away');
  }
  await expect(Array.fromAsync(writeWorkbook(pages()))).rejects.toThrow('the database is away');
});
