import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { collector, createMailWorker } from '#tests/support/newsletter.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { ImportReport } from '../subscribers-admin.schema.ts';

const path = '/api/v1/newsletter/admin/subscribers/import';

async function upload(app: TestApp, token: string, csv: string, query = '') {
  const body = new FormData();
  body.append('note', 'before the file');
  body.append('file', new File([csv], 'list.csv', { type: 'text/csv' }));
  const request = new Request('http://site/', { method: 'POST', body });
  const headers = { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' };
  const response = await app.request(path + query, { method: 'POST', headers, body: await request.arrayBuffer() });
  return { status: response.status, body: (await response.json()) as ImportReport & { message: string } };
}

function streamOf(chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  const left = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = left.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
}

const subscribers = (app: TestApp) =>
  app.db.selectFrom('subscribers').select(['email', 'state']).orderBy('id').execute();

describe.each(engines)('importing subscribers on %s', (engine) => {
  test('reads a list as spreadsheet programs write it, and reports errors by line', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const csv =
      '\ufeffName;Email;Confirmed\r\n"Ada; the first";ada@example.org;yes\r\nBen; BEN@example.org ;\r\n\r\n' +
      'Cleo;not an address;1\r\n"Dan\r\nof two lines";dan@example.org;TRUE\r\nAda again;ADA@example.org;no\r\n';
    const dry = await upload(app, token, csv, '?dryRun=true');
    expect(dry.body).toMatchObject({ isDryRun: true, addedConfirmed: 2, addedPending: 1 });
    expect(await subscribers(app)).toEqual([]);
    const { body } = await upload(app, token, csv);
    expect(body).toEqual({
      isDryRun: false,
      lines: 5,
      addedConfirmed: 2,
      addedPending: 1,
      confirmed: 0,
      known: 0,
      keptOut: 0,
      erased: 0,
      duplicates: 1,
      leftThere: 0,
      bouncedThere: 0,
      unclear: 0,
      cleaned: 0,
      unclearColumns: [],
      understood: [
        { line: 2, email: 'ada@example.org', becomes: 'confirmed', on: null },
        { line: 3, email: 'BEN@example.org', becomes: 'pending', on: null },
        { line: 5, email: null, becomes: 'refused', on: null },
        { line: 6, email: 'dan@example.org', becomes: 'confirmed', on: null },
      ],
      errorCount: 1,
      errors: [{ line: 5, message: 'Please enter a valid email address.' }],
    });
    expect(await subscribers(app)).toEqual([
      { email: 'ada@example.org', state: 'confirmed' },
      { email: 'BEN@example.org', state: 'pending' },
      { email: 'dan@example.org', state: 'confirmed' },
    ]);
    const again = await upload(app, token, csv, '?dryRun=true');
    expect(again.body.understood.map(({ becomes }) => becomes)).toEqual(['known', 'known', 'refused', 'known']);
    expect((await upload(app, token, csv)).body).toMatchObject({ addedConfirmed: 0, addedPending: 0, known: 3 });
    const audit = await app.db.selectFrom('audit').select('detail').where('action', '=', 'subscriber.import').execute();
    expect(audit.map(({ detail }) => JSON.stringify(detail))).not.toContain('@');
    expect(audit).toHaveLength(2);
  });

  test('never resubscribes someone who left or is suppressed, and confirms someone who was asked before', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await upload(app, token, 'email\nleft@example.org\nbounced@example.org\nasked@example.org\n');
    for (const [email, state] of [
      ['left@example.org', 'unsubscribed'],
      ['bounced@example.org', 'suppressed'],
    ] as const)
      await app.db.updateTable('subscribers').set({ state }).where('email', '=', email).execute();
    const csv = 'email,confirmed\nleft@example.org,yes\nBOUNCED@example.org,yes\nasked@example.org,yes\n';
    const { body } = await upload(app, token, csv);
    expect(body).toMatchObject({ keptOut: 2, confirmed: 1, addedConfirmed: 0 });
    expect(body.understood.map(({ becomes }) => becomes)).toEqual(['kept out', 'kept out', 'confirmed']);
    expect((await subscribers(app)).map(({ state }) => state)).toEqual(['unsubscribed', 'suppressed', 'confirmed']);
  });

  test('confirmation requests go out one after another', async () => {
    await using app = await testApp({ engine });
    app.context.config.newsletter.ratePerSecond = 1;
    const token = await app.signIn();
    await upload(app, token, 'email\na@example.org\nb@example.org\nc@example.org,yes\n');
    const letters = await app.db
      .selectFrom('mails')
      .where('issueId', 'is', null)
      .select('nextAttemptAt')
      .orderBy('id')
      .execute();
    const start = app.clock.now().getTime();
    expect(letters.map(({ nextAttemptAt }) => Date.parse(nextAttemptAt) - start)).toEqual([0, 2000, 4000]);
  });

  test('a longer list is not asked faster', async () => {
    await using app = await testApp({ engine });
    app.context.config.newsletter.ratePerSecond = 1;
    const lines = Array.from({ length: 600 }, (_, n) => `reader${n}@example.org\n`);
    await upload(app, await app.signIn(), `email\n${lines.join('')}`);
    const { mails, mailer } = collector();
    const worker = createMailWorker({ ...app.context, mailer });
    await worker.sendDue();
    expect(mails).toHaveLength(1);
    app.clock.advance(20_000);
    await worker.sendDue();
    expect(mails).toHaveLength(11);
  });

  test('a file without columns, without an end to its quotation, or no file at all is refused with a sentence', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const unnamed = await upload(app, token, 'somebody@example.org\n');
    expect(unnamed).toMatchObject({ status: 400, body: { message: expect.stringContaining('name its columns') } });
    const open = await upload(app, token, `email\na@example.org\n"${'b@example.org\n'.repeat(3000)}`);
    expect(open.body).toMatchObject({ addedPending: 2, errorCount: 1, duplicates: 2998 });
    const few = await upload(app, token, 'email\nc@example.org\n"d@example.org\ne@example.org\n');
    expect(few.body).toMatchObject({ addedPending: 2, errorCount: 1 });
    expect(few.body.errors).toEqual([{ line: 3, message: 'This line cannot be read. Is a quotation mark missing?' }]);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' };
    const none = await app.request(path, { method: 'POST', headers, body: '--x--\r\n' });
    expect([none.status, await none.json()]).toMatchObject([400, { message: 'Please choose a CSV file.' }]);
  });

  test('reads an export of this site back with its states and choices', async () => {
    await using old = await testApp({ engine });
    const at = old.clock.now().toISOString();
    const row = (email: string, change: object) => ({ email, emailKey: email, createdAt: at, ...change });
    const nothing = { wish: 'each', confirmedAt: null, unsubscribedAt: null, suppressedAt: null, lastMailAt: null };
    const rows = [
      { ...nothing, ...row('each@example.org', { state: 'confirmed', confirmedAt: at }) },
      { ...nothing, ...row('digest@example.org', { state: 'confirmed', confirmedAt: at, wish: 'digest' }) },
      { ...nothing, ...row('none@example.org', { state: 'confirmed', confirmedAt: at, wish: 'none' }) },
      { ...nothing, ...row('new@example.org', { state: 'pending' }) },
      { ...nothing, ...row('again@example.org', { state: 'pending', confirmedAt: at, unsubscribedAt: null }) },
      { ...nothing, ...row('left@example.org', { state: 'unsubscribed', confirmedAt: at, unsubscribedAt: at }) },
      { ...nothing, ...row('bounced@example.org', { state: 'suppressed', confirmedAt: at, suppressedAt: at }) },
      // As after a complaint.
      { ...nothing, ...row('spam@example.org', { state: 'suppressed', suppressedAt: at, unsubscribedAt: at }) },
    ];
    await old.db
      .insertInto('subscribers')
      .values(rows as never)
      .execute();
    const headers = { authorization: `Bearer ${await old.signIn()}` };
    const exported = await old.request('/api/v1/newsletter/admin/subscribers/export?format=csv', { headers });
    const list = await exported.text();

    await using app = await testApp({ engine });
    const { body } = await upload(app, await app.signIn(), list);
    expect(body).toMatchObject({ addedConfirmed: 3, addedPending: 2, leftThere: 1, bouncedThere: 2, errorCount: 0 });
    const states = (from: TestApp) =>
      from.db.selectFrom('subscribers').select(['email', 'state', 'wish']).orderBy('email').execute();
    expect(await states(app)).toEqual(await states(old));
    const asked = await app.db.selectFrom('mails').select('subscriberId').execute();
    expect(asked).toHaveLength(2);
    // Someone has come back since: each line is counted once.
    await app.db
      .updateTable('subscribers')
      .set({ state: 'confirmed' })
      .where('email', '=', 'left@example.org')
      .execute();
    const again = await upload(app, await app.signIn(), list, '?dryRun=true');
    expect(again.body).toMatchObject({ lines: 8, known: 6, keptOut: 2, leftThere: 0, bouncedThere: 0 });
  });

  test('a list of many lines can arrive in pieces of any size', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const lines = Array.from({ length: 1200 }, (_, n) => `reader${n}@example.org,yes\r\n`).join('');
    const text = `--frontier\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail,confirmed\r\n${lines}\r\n--frontier--\r\n`;
    const pieces = text.match(/[\s\S]{1,37}/g) ?? [];
    const body = streamOf(pieces.map((piece) => Buffer.from(piece)));
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary="frontier"' };
    const init = { method: 'POST', headers, body: body, duplex: 'half' } as RequestInit;
    const answer = (await (await app.request(path, init)).json()) as ImportReport;
    expect(answer).toMatchObject({ lines: 1200, addedConfirmed: 1200, errorCount: 0 });
    const tooLarge = streamOf(Array.from({ length: 22 }, () => Buffer.alloc(1024 * 1024, '\n')));
    const refused = await app.request(path, { ...init, body: tooLarge } as RequestInit);
    expect(refused.status).toBe(413);
  });

  test.each(['\n', '\r', '\r\n'])('a line that is too long spoils only itself, with line ends %j', async (end) => {
    await using app = await testApp({ engine });
    const many = Array.from({ length: 60 }, (_, n) => `many${n}@example.org`);
    const list = ['email', ...many, 'x'.repeat(250_000), '"last@example.org"', ''].join(end);
    const text = `--x\r\nContent-Disposition: form-data; name="file"; filename="list.csv"\r\n\r\n${list}\r\n--x--\r\n`;
    const body = streamOf((text.match(/[^]{1,9999}/g) ?? []).map((piece) => Buffer.from(piece)));
    const headers = {
      authorization: `Bearer ${await app.signIn()}`,
      'content-type': 'multipart/form-data; boundary=x',
    };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const answer = (await (await app.request(path, init)).json()) as ImportReport;
    const message = 'This line cannot be read. Is a quotation mark missing?';
    expect(answer).toMatchObject({ addedPending: 61, errorCount: 1, errors: [{ line: 62, message }] });
    const audit = await app.db.selectFrom('audit').select('id').where('action', '=', 'subscriber.import').execute();
    expect(audit).toHaveLength(1);
  });

  test('refuses a list before the rest of it has arrived', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="list.csv"\r\n\r\nname,town\r\n';
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(`${head}${'Ada,Turin\r\n'.repeat(20)}`)),
    });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' };
    const response = await app.request(path, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid' });
  });
});
