/** Every export of a list, opened by LibreOffice as a person opens it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anArticle } from './support/builders.ts';
import { anOpenEvent, comes } from './support/guests.ts';
import { findProgram } from './support/programs.ts';
import { type TestApp, testApp } from './support/test-app.ts';

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
function opened(file: string, filter: string[] = []) {
  const folder = dirname(file);
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
        .replace(/&apos;/g, "'")
        .trim(),
    ),
  );
  return { rows: rows.filter((row) => row.some(Boolean)), isFormula: flat.includes('table:formula') };
}

/** Fetches an export into a file of its own. */
async function saved(app: TestApp, path: string, format: 'csv' | 'xlsx'): Promise<string> {
  const address = `/api/v1${path}${path.includes('?') ? '&' : '?'}format=${format}`;
  const answer = await app.request(address, { headers: { authorization: `Bearer ${await app.signIn()}` } });
  expect(answer.status).toBe(200);
  const file = join(mkdtempSync(join(tmpdir(), 'spreadsheets-')), `export.${format}`);
  writeFileSync(file, new Uint8Array(await answer.arrayBuffer()));
  return file;
}

/** Its rows: as a workbook, and with what the dialog offers at first. With each separator alone it holds no formula either. */
async function openedEachWay(app: TestApp, path: string): Promise<string[][][]> {
  const workbook = opened(await saved(app, path, 'xlsx'));
  expect(workbook.isFormula).toBe(false);
  const tables = [workbook.rows];
  const file = await saved(app, path, 'csv');
  for (const [name, codes] of Object.entries(separators)) {
    const csv = opened(file, [`--infilter=Text - txt - csv (StarCalc):${codes},34,76,1`]);
    expect([name, csv.isFormula]).toEqual([name, false]);
    if (codes.includes('44')) tables.push(csv.rows);
  }
  return tables;
}

describe.skipIf(!soffice)(
  'in LibreOffice no cell is a formula, and columns and digits are kept',
  { timeout: 240_000 },
  () => {
    test('of guests', async () => {
      await using app = await testApp();
      const { id } = await anOpenEvent(app, await app.signIn(), { questions: ['Phone', 'Food'] });
      for (const [name, ...answers] of guests) await comes(app, id, name.replace(/\W/g, ''), { name, answers });
      const [workbook = [], ...tables] = await openedEachWay(app, `/events/admin/${id}/registrations.csv`);
      expect(workbook.slice(1).map((row) => [row[0], ...row.slice(-2)])).toEqual(guests);
      for (const rows of tables)
        expect(rows.slice(1).map((row) => [row[0], row.at(-1)])).toEqual(
          guests.map(([guest, , food]) => [guest, food]),
        );
    });

    test('of subscribers, and of those that a newsletter did not reach', async () => {
      await using app = await testApp();
      const at = app.clock.now().toISOString();
      const emails = ['=1+1@example.org', '-2@example.org', '+3@example.org'];
      const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: at };
      const rows = emails.map((email) => ({ email, emailKey: email, state: 'confirmed' as const, ...dates }));
      await app.db.insertInto('subscribers').values(rows).execute();
      const subscribers = await openedEachWay(app, '/newsletter/admin/subscribers/export');
      for (const table of subscribers)
        expect(
          table
            .slice(1)
            .map(([email = '']) => email.replace(/^'/, ''))
            .sort(),
        ).toEqual(emails.toSorted());

      const token = await app.signIn();
      await app.json('POST', '/articles/admin', anArticle({ isPublished: true }), token);
      await app.json('POST', '/newsletter/admin/send/1', undefined, token);
      const answer = '=HYPERLINK("https://evil.example";"550 5.1.1 no such user")';
      await app.db
        .updateTable('mails')
        .where('issueId', 'is not', null)
        .set({ state: 'failed', smtpCode: 550, smtpAnswer: answer })
        .execute();
      const failed = await openedEachWay(app, '/newsletter/admin/issues/1/recipients.csv?outcome=failed');
      for (const table of failed) {
        expect(table).toHaveLength(1 + emails.length);
        expect(new Set(table.map((row) => row.length))).toEqual(new Set([table[0]?.length]));
        for (const row of table.slice(1)) expect(row.at(-1)?.replace(/^'/, '')).toBe(answer);
      }
    });
  },
);
