import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { engines, freshDatabase, type TestDatabase } from './support/database.ts';
import { expectOnceOrNamed, queueMails, startMailWorker } from './support/mail-workers.ts';
import { patient } from './support/patience.ts';
import { eventually, smtpServer } from './support/smtp.ts';

// `npm run test:long -- faults` asks for 20.
const kills = Number(process.env.CRASH_KILLS ?? 2);
const subscribers = 5;
const plans = 6;
const perKill = 3;

/** Drafts whose time comes then, and subscribers; what was sent to these before is gone. Answers the ids. */
async function planDrafts(
  { db, ...database }: TestDatabase,
  { count = plans, dueAt = new Date().toISOString() } = {},
): Promise<number[]> {
  await queueMails({ db, ...database }, { subscribers });
  await db.deleteFrom('mails').where('issueId', 'is not', null).execute();
  await db.deleteFrom('issues').execute();
  await db.deleteFrom('audit').execute();
  const { id: _, ...row } = await db.selectFrom('articles').selectAll().executeTakeFirstOrThrow();
  const ids: number[] = [];
  const { id: administratorId } = await db.selectFrom('administrators').select('id').executeTakeFirstOrThrow();
  for (let n = 0; n < count; n++) {
    const draft = { ...row, title: `Planned ${n}.`, isPublished: false, publishedAt: null };
    const { id } = await db.insertInto('articles').values(draft).returning('id').executeTakeFirstOrThrow();
    ids.push(id);
    const plan = {
      articleId: id,
      publishAt: dueAt.slice(0, 19),
      dueAt,
      hasNewsletter: true,
      state: 'scheduled' as const,
    };
    await db
      .insertInto('scheduledPublications')
      .values({ ...plan, administratorId, createdAt: dueAt })
      .execute();
  }
  return ids;
}

/** No newsletter can be written. */
async function refuseIssues({ db, url }: TestDatabase): Promise<() => Promise<void>> {
  if (url === undefined) {
    await sql`CREATE TRIGGER refuse BEFORE INSERT ON issues BEGIN SELECT RAISE(ABORT, 'refused'); END`.execute(db);
    return async () => void (await sql`DROP TRIGGER refuse`.execute(db));
  }
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`.execute(
    db,
  );
  await sql`CREATE TRIGGER refuse BEFORE INSERT ON issues FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(db);
  return async () => void (await sql`DROP TRIGGER refuse ON issues`.execute(db));
}

async function expectDoneOnce({ db }: TestDatabase, ids: number[]): Promise<void> {
  for (const action of ['article.publish', 'newsletter.send']) {
    const done = await db
      .selectFrom('audit')
      .select('entityId')
      .where('action', '=', action as never)
      .execute();
    expect(done.map(({ entityId }) => Number(entityId)).sort(byNumber), action).toEqual(ids);
  }
  const articles = await db.selectFrom('articles').select(['version', 'isPublished']).where('id', 'in', ids).execute();
  expect(articles).toEqual(ids.map(() => ({ version: 2, isPublished: true })));
}

const byNumber = (one: number, other: number) => one - other;

async function isOver({ db }: TestDatabase): Promise<boolean> {
  const left = await db.selectFrom('scheduledPublications').select('articleId').execute();
  const unsent = await db
    .selectFrom('mails')
    .where('issueId', 'is not', null)
    .select('id')
    .where('state', 'not in', ['sent', 'unknown'])
    .execute();
  return left.length === 0 && unsent.length === 0;
}

describe.each(engines)('drafts whose time has come on %s', (engine) => {
  test('killed between publishing and sending, the worker sends to each subscriber exactly once', {
    timeout: patient(60_000),
  }, async () => {
    await using server = await smtpServer();
    await using database = await freshDatabase(engine);
    const ids = await planDrafts(database);
    const allow = await refuseIssues(database);
    const first = startMailWorker(database, server.url);
    first.stderr?.removeAllListeners('data').resume();
    const live = () => database.db.selectFrom('scheduledPublications').select('state').execute();
    await eventually(async () => (await live()).every(({ state }) => state === 'published'), patient(20_000));
    first.kill('SIGKILL');
    await once(first, 'exit');
    await allow();
    expect(server.mails).toEqual([]);
    const second = startMailWorker(database, server.url);
    await eventually(() => isOver(database), patient(30_000));
    second.kill('SIGKILL');
    await expectDoneOnce(database, ids);
    const arrived = server.mails.map(({ envelopeTo, subject }) => `${envelopeTo[0]} ${subject}`);
    expect(arrived).toHaveLength(subscribers * plans);
    expect(new Set(arrived).size).toBe(subscribers * plans);
  });

  test('killed at any moment, nothing goes live or out twice and no subscriber is left out without being named', {
    timeout: patient(60_000 + kills * 10_000),
  }, async () => {
    await using server = await smtpServer({ delay: 5 });
    await using database = await freshDatabase(engine);
    const { db } = database;
    const ids = await planDrafts(database, { count: kills * perKill, dueAt: '2099-01-01T00:00:00.000Z' });
    const done = async () => (await db.selectFrom('audit').select('id').execute()).length;
    for (let n = 0; n < kills; n++) {
      const worker = startMailWorker(database, server.url);
      const before = await done();
      await db
        .updateTable('scheduledPublications')
        .set({ dueAt: new Date().toISOString() })
        .where('articleId', 'in', ids.slice(n * perKill, (n + 1) * perKill))
        .execute();
      await eventually(async () => (await done()) > before, patient(20_000));
      await sleep(Math.random() * 20);
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    }
    const last = startMailWorker(database, server.url);
    await eventually(() => isOver(database), patient(60_000));
    last.kill('SIGKILL');
    await expectDoneOnce(database, ids);
    const unsure = await expectOnceOrNamed(database, server.mails);
    expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(subscribers * ids.length);
    // No more than are under way at once.
    expect(unsure.length).toBeLessThanOrEqual(kills * subscribers);
  });
});

// On SQLite one process does everything.
test('three workers at once publish and send once', { timeout: patient(60_000) }, async () => {
  await using server = await smtpServer();
  await using database = await freshDatabase('postgres');
  const ids = await planDrafts(database);
  const workers = [1, 2, 3].map(() => startMailWorker(database, server.url));
  await eventually(() => isOver(database), patient(40_000));
  for (const worker of workers) worker.kill('SIGKILL');
  await expectDoneOnce(database, ids);
  expect(server.mails).toHaveLength(subscribers * plans);
});
