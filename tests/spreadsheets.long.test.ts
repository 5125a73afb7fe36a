/** Every export of a list, opened by LibreOffice as a person opens it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anOpenEvent, comes } from './support/guests.ts';
import { findProgram } from './support/programs.ts';
import { testApp } from './support/test-app.ts';

const soffice = findProgram('soffice') ?? '';
if (!soffice) console.warn('LibreOffice (libreoffice-calc) is not here: no export is opened.');

/** How the dialog stands when it opens, and each separator alone. */
const separators = { 'comma, semicolon and tab': '44/59/9', comma: '44', semicolon: '59', tab: '9' };

const guests = [
  ['Muster; Max', '0205550100', 'vegan; no nuts'],
  ['Guest Two', '00442055501000', 'fine;=1+1'],
  ['Guest Three', '1234567890123456789', 'left right ";=1+1'],
] as const;

/** Rows of cells as they are shown, and whether any is a formula. */
function opened(file: string, folder: string, filter: string[] = []) {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const how = [profile, '--headless', ...filter, '--convert-to', 'fods', '--outdir', folder, file];
  execFileSync(soffice, how, { stdio: 'ignore', timeout: 120_000 });
  const flat = readFileSync(file.replace(/\.\w+$/, '.fods'), 'utf8');
  const rows = [...flat.matchAll(/<table:table-row[\s\S]*?<\/table:table-row>/g)].map(([row]) =>
    [...row.matchAll(/<table:table-cell(?:[^>]*\/>|[\s\S]*?<\/table:table-cell>)/g)].map(([cell]) =>
      cell
        .replace(/<text:tab\/>/g, '\t')
        .replace(/<[^>]*>/g, '')
        .replace(/&quot;/g, '"')
        .trim(),
    ),
  );
  return { rows: rows.filter((row) => row.some(Boolean)), isFormula: flat.includes('table:formula') };
}

test.skipIf(!soffice)(
  'guests keep their columns and digits, and no cell is a formula',
  async () => {
    await using app = await testApp();
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { questions: ['Phone', 'Food'] });
    for (const [name, ...answers] of guests) await comes(app, id, name.replace(/\W/g, ''), { name, answers });
    const folder = mkdtempSync(join(tmpdir(), 'spreadsheets-'));
    const saved = async (format: string) => {
      const path = `/api/v1/events/admin/${id}/registrations.csv?format=${format}`;
      const answer = await app.request(path, { headers: { authorization: `Bearer ${token}` } });
      const file = join(folder, `guests.${format}`);
      writeFileSync(file, new Uint8Array(await answer.arrayBuffer()));
      return file;
    };
    const workbook = opened(await saved('xlsx'), folder);
    expect(workbook.isFormula).toBe(false);
    expect(workbook.rows.slice(1).map((row) => [row[0], ...row.slice(-2)])).toEqual([
      ...guests.map(([name, phone, food]) => [name, phone, food]),
    ]);
    const file = await saved('csv');
    for (const [name, codes] of Object.entries(separators)) {
      const csv = opened(file, folder, [`--infilter=Text - txt - csv (StarCalc):${codes},34,76,1`]);
      expect([name, csv.isFormula]).toEqual([name, false]);
      if (codes.includes('44'))
        expect([name, csv.rows.slice(1).map((row) => [row[0], row.at(-1)])]).toEqual([
          ...[name, guests.map(([guest, , food]) => [guest, food])],
        ]);
    }
  },
  240_000,
);
