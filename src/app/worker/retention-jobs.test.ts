import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addImport } from '#app/imports/import-files.ts';
import { flushCommitsToDisk } from '#platform/db/db.ts';
import { openMailer } from '#platform/mail/open-mailer.ts';
import { engines } from '#tests/support/database.ts';
import { anOpenEvent, ask, comes } from '#tests/support/guests.ts';
import { createMailWorker } from '#tests/support/newsletter.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { createRetentionJobs } from './retention-jobs.ts';

const traces = /Hildegard|hildegard|walnuts|Ottokar|ottokar/;

/** The data folder's files that hold a trace of the guests, the database and its log included. */
function filesWithTraces({ context }: TestApp): string[] {
  const { dataDir } = context.config;
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return paths
    .filter((path) => traces.test(readFileSync(path, 'latin1')))
    .map((path) => path.slice(dataDir.length + 1).replace(/outbox\/.*/, 'outbox'));
}

describe.each(engines)('on %s', (engine) => {
  test('on day 31 after an event no table and no file holds anything of its guests', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await anOpenEvent(app, token, { capacity: 1, questions: ['Allergies?'] });
    await comes(app, id, 'Hildegard', { answers: ['walnuts'] });
    await comes(app, id, 'Ottokar', { answers: ['walnuts'] });
    await ask(app, id, { name: 'Hildegard II', email: 'hildegard.two@example.org' });
    const list = `/events/admin/${id}/registrations`;
    await app.json('POST', `${list}/message`, { to: 'all', subject: 'Hello', text: 'Hello' }, token);
    await app.json('DELETE', `${list}/2`, undefined, token);
    await app.request(`/api/v1${list}.csv`, { headers: { authorization: `Bearer ${token}` } });
    // Without a mail server they are kept as files.
    const mailer = openMailer(app.context.config);
    await createMailWorker({ ...app.context, mailer }).sendDue();
    await flushCommitsToDisk(app.db);
    const found = filesWithTraces(app);
    expect(found).toContain('outbox');
    if (engine === 'sqlite') expect(found).toContain('site.db');

    app.clock.set('2027-01-01T20:00:00.000Z');
    await createRetentionJobs(app.context)();
    expect(filesWithTraces(app)).toEqual([]);
    const tables = ['registrations', 'mails', 'audit', 'revisions', 'throttles', 'subscribers'] as const;
    for (const table of tables) {
      const rows = await app.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows), table).not.toMatch(traces);
    }
    const rows = await app.db.selectFrom('registrations').select(['state', 'places']).orderBy('id').execute();
    expect(rows).toEqual([
      { state: 'confirmed', places: 1 },
      { state: 'cancelled', places: 1 },
    ]);
  });
});

test('an upload of another site’s export is gone a week later, also one that was cut off', async () => {
  await using app = await testApp();
  await app.signIn();
  const folder = join(app.context.config.dataDir, 'One Health Images', 'imports');
  const about = { named: { fileName: 'old.xml' }, site: '', administratorId: 1 };
  const bytes = async function* () {
    yield Buffer.from('<rss>');
  };
  const { id } = await addImport(app.context, bytes(), about);
  await app.db.updateTable('imports').set({ state: 'ready' }).where('id', '=', id).execute();
  await app.context.store.put('imports/cut-off.0', Buffer.from('<rss>'));
  const advance = async (days: number) => {
    app.clock.advance(days * 86_400_000);
    await createRetentionJobs(app.context)();
    return readdirSync(folder);
  };
  const now = app.clock.now();
  for (const file of readdirSync(folder)) utimesSync(join(folder, file), now, now);

  expect(await advance(6.9)).toHaveLength(2);
  expect(await advance(0.2)).toEqual(['cut-off.0']);
  expect(await app.db.selectFrom('imports').select(['state', 'file']).execute()).toEqual([
    { state: 'discarded', file: null },
  ]);
  expect(await advance(1)).toEqual([]);
});
