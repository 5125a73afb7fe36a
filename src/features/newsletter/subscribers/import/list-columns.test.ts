/** Lists as other programs and people write them; each file is named after what is odd in it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { ImportReport } from '../subscribers-admin.schema.ts';

const path = '/api/v1/newsletter/admin/subscribers/import';

async function upload(app: TestApp, file: Uint8Array<ArrayBuffer> | string, query = '') {
  const body = new FormData();
  body.append('file', new File([file], 'list.csv', { type: 'text/csv' }));
  const request = new Request('http://site/', { method: 'POST', body });
  const headers = {
    authorization: `Bearer ${await app.signIn()}`,
    'content-type': request.headers.get('content-type') ?? '',
  };
  const response = await app.request(path + query, { method: 'POST', headers, body: await request.arrayBuffer() });
  const report = (await response.json()) as ImportReport & { message: string };
  const rows = await app.db.selectFrom('subscribers').select(['email', 'state']).orderBy('id').execute();
  return { status: response.status, report, stored: rows.map(({ email, state }) => `${email} ${state}`) };
}

const caseOf = (name: string) => Uint8Array.from(readFileSync(`tests/cases/import/${name}.csv`));

test.each([
  ['mailchimp-unsub', [], { leftThere: 1 }],
  ['substack', ['keep@example.org pending'], { leftThere: 1 }],
  ['ghost-export', ['in-ghost@example.org pending'], { leftThere: 1 }],
  ['google-contacts', ['anna9@example.org pending'], {}],
  ['german-header', ['anna@example.org confirmed'], {}],
  ['gforms-semicolon-question', ['anna2@example.org pending'], {}],
  ['gforms-dup', ['anna3@example.org pending', 'anna4@example.org pending'], {}],
  ['sep-line', ['zoe2@example.org pending'], {}],
  ['title-line', ['tl@example.org pending'], {}],
  ['blank-first-line', ['bl@example.org pending'], {}],
  ['name-addr', ['anna5@example.org pending', 'anna6@example.org pending', 'anna7@example.org pending'], {}],
  [
    'nbsp-zwsp',
    ['nb@example.org', 'zw@example.org', 'emb@example.org', 'softhy@example.org'].map((email) => `${email} pending`),
    { cleaned: 4 },
  ],
  ['quote-in-name', ['q1', 'q2', 'q3'].map((name) => `${name}@example.org pending`), {}],
  ['utf16-tab', ['zoe@example.org confirmed', 'borge@example.org confirmed'], {}],
  ['cr-only', ['cr1@example.org pending', 'cr2@example.org pending'], {}],
  ['idn', ['anna@xn--bcher-kva.example pending'], { duplicates: 1 }],
  ['latin1', ['zoe1@example.org pending'], {}],
])('%s', async (name, expected, numbers) => {
  await using app = await testApp();
  const dry = await upload(app, caseOf(name), '?dryRun=true');
  expect(dry.stored).toEqual([]);
  expect(dry.report.understood.length).toBeGreaterThan(0);
  const { report, stored } = await upload(app, caseOf(name));
  expect(stored).toEqual(expected);
  expect(report).toMatchObject({ errorCount: 0, ...numbers });
});

test('someone who left the old system is reported with the day', async () => {
  await using app = await testApp();
  const { report } = await upload(app, caseOf('mailchimp-unsub'), '?dryRun=true');
  expect(report.understood).toEqual([{ line: 2, email: 'left-mc@example.org', becomes: 'left', on: '2024-02-01' }]);
});

test('a column that looks like a status is asked about, value by value, before anyone in it is written to', async () => {
  await using app = await testApp();
  const csv =
    'Email,Status\na@example.org,subscribed\nb@example.org,Gold\nc@example.org,unsubscribed\nd@example.org,Tin\n';
  const left = await upload(app, csv);
  expect(left.stored).toEqual(['a@example.org pending']);
  expect(left.report).toMatchObject({ unclear: 2, unclearColumns: [{ name: 'Status', values: ['Gold', 'Tin'] }] });
  const taken = await upload(app, csv, '?take=Status%3DGold');
  expect(taken.stored).toEqual(['a@example.org pending', 'b@example.org pending']);
  expect(taken.report).toMatchObject({ unclear: 1, leftThere: 1 });
  expect((await upload(app, csv, '?take=Status&take=Other%3DGold')).stored).toContain('d@example.org pending');
  const many = ['Gold', 'Gold', 'Silver', 'Tin', 'Lead', 'Zinc', 'Iron', 'Brass'];
  const lines = many.map((status, at) => `m${at}@example.org,${status}\n`);
  const { report } = await upload(app, `Email,Status\n${lines.join('')}`, '?dryRun=true');
  const named = [{ name: 'Status', values: ['Gold', 'Silver', 'Tin', 'Lead', 'Zinc', 'Iron'] }];
  expect(report).toMatchObject({ unclear: 8, unclearColumns: named });
});

test('two columns that look like a status are both asked about', async () => {
  await using app = await testApp();
  const csv = 'Email,Suscrito,State\na@example.org,sí,CA\nb@example.org,no,NY\n';
  const { report } = await upload(app, csv, '?dryRun=true');
  expect(report.unclearColumns).toEqual([
    { name: 'Suscrito', values: ['sí', 'no'] },
    { name: 'State', values: ['CA', 'NY'] },
  ]);
  const taken = await upload(app, csv, `?take=State&take=${encodeURIComponent('Suscrito=sí')}`);
  expect(taken.stored).toEqual(['a@example.org pending']);
});

test('Windows-1252 is read in a heading', async () => {
  await using app = await testApp();
  const western = Buffer.from('E-Mail;Best\u00e4tigt\r\nwest@example.org;Ja\r\n', 'latin1');
  expect((await upload(app, Uint8Array.from(western))).stored).toContain('west@example.org confirmed');
});

test.each(['Unsubscribed from all email;true', 'type;unsubscribed', 'unsubscription_date;2024-02-01'])(
  'someone with "%s" is left out',
  async (column) => {
    await using app = await testApp();
    const [name, value] = column.split(';');
    const { report, stored } = await upload(app, `email;${name}\nleft@example.org;${value}\nkeep@example.org;\n`);
    expect(stored).toEqual(['keep@example.org pending']);
    expect(report.leftThere + report.bouncedThere).toBe(1);
  },
);

test.each([
  'Statut;désabonné',
  'Estado;Baja',
  'Abonniert;nein',
  'Suscrito;no',
  'Inscrit;non',
  'Iscritto;no',
  'Ingeschreven;nee',
  'Zapisany;nie',
  'Abgemeldet am;2024-02-01',
  'Email opt-in;No',
  'Accepts email marketing;no',
  'Is subscribed;false',
  'Opted out on;never',
  'Typ;abgemeldet',
  'status;enabled',
  'status;blocklisted',
  'Email blocklisted;Yes',
  'Bounced at;2024-02-01',
  'Cleaned;yes',
  'Left on;2024-02-01',
  'Deleted;true',
  'Subscribed;no',
  'Unsubscribed at;1/2/2024',
  'Unsubscribed;✓',
  'Confirmed;no longer',
  'Opted out;confirmed',
  'Bounce;subscribed',
  'Type;bounced',
  'Active;no',
  'Inactive;yes',
  'Consent;no',
  'Removed;yes',
  'Date left;2024-02-01',
  'Do not email;yes',
])('someone with "%s" is left out until an administrator says what it means', async (column) => {
  await using app = await testApp();
  const [name = '', value = ''] = column.split(';');
  const csv = `email;${name}\nleft@example.org;${value}\nkeep@example.org;\n`;
  const { report, stored } = await upload(app, csv);
  expect(stored).toEqual(['keep@example.org pending']);
  expect(report.unclearColumns).toEqual([{ name, values: [value] }]);
  const taken = await upload(app, csv, `?take=${encodeURIComponent(`${name}=${value}`)}`);
  expect(taken.stored).toContain('left@example.org pending');
});

test.each(['CLEAN_TIME;2024-02-01 09:00:00', 'Status;cleaned', 'Type;cleaned'])(
  'someone with "%s" bounced in the old system',
  async (column) => {
    await using app = await testApp();
    const [name, value] = column.split(';');
    const { report, stored } = await upload(app, `email;${name}\nbounced@example.org;${value}\nkeep@example.org;\n`);
    expect(stored).toEqual(['keep@example.org pending']);
    expect(report).toMatchObject({ bouncedThere: 1, leftThere: 0 });
  },
);

test.each([
  'Confirmed,Confirmed at\na@example.org,no,2024-02-01',
  'Confirmed at,Confirmed\na@example.org,2024-02-01,no',
  'Confirmed,Type\na@example.org,yes,pending',
  'Status,Confirmed at\na@example.org,unconfirmed,2024-02-01',
  'Confirmed,Status\na@example.org,yes,Unconfirmed',
])('no one is confirmed without being asked where another column says no: %s', async (columns) => {
  await using app = await testApp();
  expect((await upload(app, `email,${columns}\n`, '?take=Status')).stored).toEqual(['a@example.org pending']);
});

test('a heading with a line break in it keeps its columns', async () => {
  await using app = await testApp();
  const csv = 'Unsubscribed,"First\nname",Email,Email address\nyes,Anna,a@example.org,\nno,Ben,,b@example.org\n';
  const { report, stored } = await upload(app, csv);
  expect(stored).toEqual(['b@example.org pending']);
  expect(report).toMatchObject({ leftThere: 1, errorCount: 0 });
  const one = await upload(app, 'A list,,\n"First\nname";"Your\nemail"\nCleo;c@example.org\n');
  expect(one.report).toMatchObject({ addedPending: 1, understood: [{ line: 5 }] });
});

test('a line that says someone left, long after they were imported, is named', async () => {
  await using app = await testApp();
  const others = Array.from({ length: 60 }, (_, at) => `b${at}@example.org,no\n`).join('');
  const { report } = await upload(app, `email,unsubscribed\na@example.org,no\n${others}a@example.org,yes\n`);
  expect(report).toMatchObject({ duplicates: 0, addedPending: 61, errorCount: 1 });
  expect(report.errors).toEqual([
    { line: 63, message: expect.stringContaining('Please look at this subscriber.') as string },
  ]);
});

test.each(['yes', 'Gold'])('of two lines for one address the one with "Unsubscribed: %s" counts', async (value) => {
  await using app = await testApp();
  const { report, stored } = await upload(
    app,
    `email,unsubscribed\na@example.org,no\na@example.org,${value}\nb@example.org,${value}\nb@example.org,no\n`,
  );
  expect(stored).toEqual([]);
  expect(report).toMatchObject({ duplicates: 2, addedPending: 0, leftThere: value === 'yes' ? 2 : 0 });
});

test('a heading that cannot be read to its end is refused: the column behind it may say who has left', async () => {
  await using app = await testApp();
  const { status, stored } = await upload(app, 'email,"Name,Status\nleft@example.org,L,unsubscribed\n');
  expect({ status, stored }).toEqual({ status: 400, stored: [] });
});

test('nothing is asked about someone who is on the list', async () => {
  await using app = await testApp();
  await upload(app, 'email\nhere@example.org\n');
  const { report } = await upload(app, 'email,status\nhere@example.org,Gold\n', '?dryRun=true');
  expect(report).toMatchObject({ known: 1, unclear: 0, unclearColumns: [] });
});

test('a workbook is refused with a sentence that says what to do', async () => {
  await using app = await testApp();
  const { status, report } = await upload(app, Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]));
  expect(status).toBe(400);
  expect(report.message).toBe(
    'This is an Excel workbook. Save it as CSV (File, Save as, CSV UTF-8) and choose that file.',
  );
});

test.each([
  'courriel',
  'Adresse électronique',
  'Correo electrónico',
  'E-mailadres',
  'Indirizzo email',
  'Endereço de e-mail',
  'Adres e-mail',
  'Dirección de correo electrónico',
  'Adresse mail',
  'Indirizzo di posta elettronica',
  'Poczta elektroniczna',
])('an address under “%s” is found', async (heading) => {
  await using app = await testApp();
  expect((await upload(app, `Nr;${heading}\n1;h@example.org\n`)).stored).toEqual(['h@example.org pending']);
});
