import { describe, expect, test } from 'vitest';
import type { Db } from '#platform/db/db.ts';
import { anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { addArticles, addEvents, addSubscribers } from '#tests/support/fill-database.ts';
import { listStatements } from '#tests/support/record-statements.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { Glance } from './dashboard.schema.ts';
import { readGlance } from './glance.ts';

describe.each(engines)('the dashboard at a glance on %s', (engine) => {
  test('a new site has nothing to tell', async () => {
    await using app = await testApp({ engine });
    const { status, body } = await app.json<Glance>('GET', '/dashboard/admin', undefined, await app.signIn());
    expect(status).toBe(200);
    expect(body).toEqual({
      unsavedDrafts: { total: 0, newest: null },
      scheduled: { total: 0, next: [] },
      nextEvent: null,
      subscribers: { total: 0, audience: 0, change: 0, askedAgain: 0 },
      keptConfirmations: 0,
      newsletter: null,
      wrong: [],
      firstSteps: expect.objectContaining({ isShown: true }),
    });
    expect((await app.json('GET', '/dashboard/admin')).status).toBe(401);
  });

  test('it tells of unsaved drafts, the next event, subscribers, the last newsletter and what is wrong', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const now = app.clock.now();
    await addSubscribers(app.db, 20, now);
    await app.db
      .insertInto('healthAlerts')
      .values({ name: 'x', title: 'Backups', beganAt: now.toISOString(), toldAt: null })
      .execute();
    await keep(app, token, begun);
    app.clock.advance(1000);
    const sent = await app.json<{ id: number }>(
      'POST',
      '/articles/admin',
      anArticle({ title: 'Sent', isPublished: true }),
      token,
    );
    await app.json('POST', `/newsletter/admin/send/${sent.body.id}`, undefined, token);
    for (const [title, eventDate] of [
      ['Later', '2099-02-01T10:00:00'],
      ['Next', '2099-01-01T10:00:00'],
      ['Past', '2019-01-01T10:00:00'],
    ])
      await app.json('POST', '/events/admin', anEvent({ title, eventDate }), token);
    await keep(app, token, String(sent.body.id));

    const { body } = await app.json<Glance>('GET', '/dashboard/admin', undefined, token);
    expect(body.nextEvent).toMatchObject({ title: 'Next', people: 0, waiting: 0 });
    const confirmed = await app.db.selectFrom('subscribers').select('id').where('state', '=', 'confirmed').execute();
    expect(body.subscribers.total).toBe(confirmed.length);
    expect(body.newsletter).toMatchObject({ articleId: sent.body.id, subject: 'Sent', total: confirmed.length });
    expect(body.wrong).toEqual([{ title: 'Backups', beganAt: now.toISOString() }]);
    expect(body.unsavedDrafts).toEqual({ total: 2, newest: { kind: 'articles', item: String(sent.body.id) } });
    // The form of what is in the bin cannot be opened.
    await app.json('DELETE', `/articles/admin/${sent.body.id}`, undefined, token);
    const left = (await app.json<Glance>('GET', '/dashboard/admin', undefined, token)).body.unsavedDrafts;
    expect(left).toEqual({ total: 1, newest: { kind: 'articles', item: begun } });
    const colleague = (await app.json<Glance>('GET', '/dashboard/admin', undefined, await app.signIn())).body;
    expect(colleague.unsavedDrafts).toEqual({ total: 0, newest: null });
  });

  test('scheduled articles are listed, the first to go live first', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    for (const title of ['One', 'Two', 'Three'])
      await app.json('POST', '/articles/admin', anArticle({ title, isPublished: false }), token);
    // Subscribers may have had the first already.
    await addSubscribers(app.db, 20, app.clock.now());
    await app.json('POST', '/articles/admin/publish/1', undefined, token);
    await app.json('POST', '/newsletter/admin/send/1', undefined, token);
    await app.json('PUT', '/articles/admin/1', { isPublished: false }, token);
    for (const [id, publishAt] of [
      [1, '2027-01-02T08:00:00'],
      [3, '2027-01-01T08:00:00'],
    ] as const)
      await app.json('PUT', `/articles/admin/${id}/schedule`, { publishAt, sendsNewsletter: id === 1 }, token);
    const { scheduled } = (await app.json<Glance>('GET', '/dashboard/admin', undefined, token)).body;
    expect(scheduled).toMatchObject({
      total: 2,
      next: [
        {
          articleId: 3,
          issueKind: null,
          title: 'Three',
          publishAt: '2027-01-01T08:00:00',
          sendsNewsletter: false,
          scheduledBy: 'editor1',
          isSent: false,
        },
        { articleId: 1, title: 'One', isLate: false, sendsNewsletter: true, isSent: true },
      ],
    });
  });

  test('subscribers are compared with a month ago', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const now = app.clock.now();
    const days = (count: number) => new Date(now.getTime() - count * 86_400_000).toISOString();
    const people = [
      ['confirmed', days(90), null],
      ['confirmed', days(5), null],
      ['confirmed', days(2), null],
      ['confirmed', days(1), null],
      ['unsubscribed', days(90), days(3)],
      ['unsubscribed', days(90), days(80)],
      // Came and went: no difference.
      ['unsubscribed', days(4), days(3)],
      ['pending', null, null],
    ] as const;
    for (const [at, [state, confirmedAt, unsubscribedAt]] of people.entries()) {
      const email = `reader${at}@example.org`;
      await app.db
        .insertInto('subscribers')
        .values({ email, emailKey: email, state, createdAt: days(90), confirmedAt, unsubscribedAt, lastMailAt: null })
        .execute();
    }
    await app.db
      .updateTable('subscribers')
      .set({ wish: 'digest' })
      .where('email', '=', 'reader1@example.org')
      .execute();
    const { body } = await app.json<Glance>('GET', '/dashboard/admin', undefined, token);
    expect(body.subscribers).toEqual({ total: 4, audience: 3, change: 2, askedAgain: 0 });
  });

  test('the dashboard makes the same number of database queries with hundreds of rows as with none', async () => {
    const counts: number[] = [];
    for (const rows of [1, 400]) {
      await using app = await testApp({ engine });
      await addArticles(app.db, rows, 50, app.clock.now());
      await addEvents(app.db, rows, app.clock.now());
      await addSubscribers(app.db, rows, app.clock.now());
      await app.db.updateTable('articles').set({ isPublished: false }).execute();
      await app.signIn();
      await addDrafts(app.db, rows);
      const { db, statements } = listStatements(app.db);
      await readGlance({ ...app.context, db }, { administratorId: 1, now: app.clock.now() });
      counts.push(statements.length);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[1]).toBeLessThan(50);
  });
});

/** Of saved articles and events, and of a new article. */
async function addDrafts(db: Db, rows: number): Promise<void> {
  const forms = Array.from({ length: rows }, (_, at) => [`articles-${at + 1}`, `events-${at + 1}`]).flat();
  const draft = { administratorId: 1, version: null, at: '2026-11-21T12:00:00.000Z', data: '{"values":{}}' };
  await db
    .insertInto('drafts')
    .values([...forms, `articles-${begun}`].map((form) => ({ ...draft, form })))
    .execute();
}

const begun = 'new-0b9d1a52-6c1d-4c8e-9f5e-1d2c3b4a5f60';

async function keep(app: TestApp, token: string, item: string): Promise<void> {
  const draft = { version: null, values: { title: 'Bats' } };
  const { status } = await app.json('PUT', `/drafts/admin/articles-${item}`, draft, token);
  expect(status).toBe(200);
}
