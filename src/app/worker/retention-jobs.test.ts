import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
