/**
 * Tables as an Excel workbook (.xlsx, ECMA-376) of one sheet. Every cell is a text: no number loses its zeros, nothing becomes
 * a formula. It is a zip file, which is written as it is made.
 */
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { withoutControlCharacters } from '#shared/text.ts';

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Pages = AsyncIterable<string[][]> | Iterable<string[][]>;
type Pieces = AsyncIterable<string> | Iterable<string>;

export async function* writeWorkbook(pages: Pages): AsyncGenerator<Uint8Array> {
  const parts: [string, Pieces][] = [...Object.entries(fixedParts), ['xl/worksheets/sheet1.xml', sheetOf(pages)]];
  const entries: Entry[] = [];
  let offset = 0;
  for (const [name, pieces] of parts) {
    const entry = { name, offset, crc: 0, size: 0, packed: 0 };
    entries.push(entry);
    for await (const bytes of zipEntry(entry, pieces)) {
      offset += bytes.length;
      yield bytes;
    }
  }
  yield directoryOf(entries, offset);
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const typeOf = (part: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`;
const relation = (type: string, target: string) =>
  `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;

const fixedParts: Record<string, [string]> = {
  '[Content_Types].xml': [
    `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${typeOf('sheet.main')}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${typeOf('worksheet')}"/></Types>`,
  ],
  '_rels/.rels': [relation('officeDocument', 'xl/workbook.xml')],
  'xl/workbook.xml': [
    `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Table" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  'xl/_rels/workbook.xml.rels': [relation('worksheet', 'worksheets/sheet1.xml')],
};

async function* sheetOf(pages: Pages): AsyncGenerator<string> {
  yield `${xml}<worksheet xmlns="${main}"><sheetData>`;
  let number = 0;
  const rowOf = (cells: string[]) => {
    number += 1;
    const written = cells.map((text, at) => cellOf(text, `${columnName(at)}${number}`));
    return `<row r="${number}">${written.join('')}</row>`;
  };
  for await (const rows of pages) yield rows.map(rowOf).join('');
  yield '</sheetData></worksheet>';
}

/** 'A' to 'Z', then 'AA': the specification lets references be left out, and several programs then read nothing. */
function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}

function cellOf(text: string, reference: string): string {
  const safe = withoutControlCharacters(text.toWellFormed())
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    // Excel reads _x0041_ as a letter.
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${safe}</t></is></c>`;
}

type Entry = { name: string; offset: number; crc: number; size: number; packed: number };

const version = 20;
/** Names are UTF-8; checksum and sizes follow the data. */
const flags = 0x0808;
const deflated = 8;
/** 1980-01-01: zip knows no earlier day. */
const day = 0x21;

/** One file: header, data, then its checksum and sizes, which `entry` keeps for the directory. */
async function* zipEntry(entry: Entry, pieces: Pieces): AsyncGenerator<Uint8Array> {
  const name = Buffer.from(entry.name);
  yield numbers([4, 0x04034b50], [2, version, flags, deflated, 0, day], [4, 0, 0, 0], [2, name.length, 0]);
  yield name;
  const packer = createDeflateRaw();
  // An error of the rows destroys the packer, and is thrown below.
  pipeline(Readable.from(counted(entry, pieces)), packer, () => {});
  for await (const bytes of packer as AsyncIterable<Buffer>) {
    entry.packed += bytes.length;
    yield bytes;
  }
  yield numbers([4, 0x08074b50, entry.crc, entry.packed, entry.size]);
}

async function* counted(entry: Entry, pieces: Pieces): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    yield bytes;
  }
}

function directoryOf(entries: Entry[], offset: number): Uint8Array {
  const records = entries.map((entry) => {
    const name = Buffer.from(entry.name);
    return Buffer.concat([
      numbers(
        [4, 0x02014b50],
        [2, version, version, flags, deflated, 0, day],
        [4, entry.crc, entry.packed, entry.size],
      ),
      numbers([2, name.length, 0, 0, 0, 0], [4, 0, entry.offset]),
      name,
    ]);
  });
  const directory = Buffer.concat(records);
  const count = entries.length;
  const end = numbers([4, 0x06054b50], [2, 0, 0, count, count], [4, directory.length, offset], [2, 0]);
  return Buffer.concat([directory, end]);
}

/** Little-endian numbers: first how many bytes each of them takes. */
function numbers(...groups: [2 | 4, ...number[]][]): Buffer {
  return Buffer.concat(
    groups.flatMap(([bytes, ...values]) =>
      values.map((value) => {
        const written = Buffer.alloc(bytes);
        written.writeUIntLE(value, 0, bytes);
        return written;
      }),
    ),
  );
}
