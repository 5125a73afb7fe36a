/**
 * Tables as an Excel workbook (.xlsx, ECMA-376) of one sheet. Every cell is a text: no number loses its zeros, nothing becomes
 * a formula. It is a zip file, which is written as it is made.
 */
import { writeZip } from '#platform/files/zip.ts';
import { withoutControlCharacters } from '#shared/text.ts';

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Pages = AsyncIterable<string[][]> | Iterable<string[][]>;
/** Where no day is given, as far back as a zip file knows. */
const modifiedAt = new Date('1980-01-01T00:00:00Z');

export function writeWorkbook(pages: Pages): AsyncGenerator<Uint8Array> {
  const fixed = Object.entries(fixedParts).map(([path, body]) => ({ path, body, modifiedAt }));
  return writeZip([...fixed, { path: 'xl/worksheets/sheet1.xml', body: sheetOf(pages), modifiedAt }]);
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
