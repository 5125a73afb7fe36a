import type { Insertable } from 'kysely';
import { describe, expect, test } from 'vitest';
import { articleKind } from '#features/articles/article.kind.ts';
import { auditActionOf } from '#features/items/kind.ts';
import { everyEngine, freshDatabase } from '#tests/support/database.ts';
import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

const now = '2026-11-21T05:00:00.123Z';
const stamps = { createdAt: now, updatedAt: now, deletedAt: null };

const article = {
  title: 'One Health',
  description: 'What it is',
  content: '<p>Text</p>',
  contentText: 'Text',
  excerpt: null,
  imageUrl: null,
  imageAlt: '',
  isPublished: true,
  isFeatured: false,
  publishedAt: now,
  ...stamps,
};
const member = { name: 'Ada', position: 'Chair', bio: '', imageUrl: null, isActive: true, joinDate: now };
const event = { title: 'Talk', startsAt: now, location: 'Hall', description: '', imageUrl: null, ...stamps };
const subscriber = { confirmedAt: now, unsubscribedAt: null, lastMailAt: null, createdAt: now };

const insert = {
  article: (db: Db, values: Partial<typeof article> | { excerpt: string }) =>
    db
      .insertInto('articles')
      .values({ ...article, ...values })
      .execute(),
  member: (db: Db, values: Partial<typeof member> & { sortOrder?: number }) =>
    db
      .insertInto('members')
      .values({ sortOrder: null, ...member, ...stamps, ...values })
      .execute(),
  event: (db: Db, values: Partial<Insertable<Tables['events']>>) =>
    db
      .insertInto('events')
      .values({ eventDate: '2026-12-01T18:00:00', ...event, ...values })
      .execute(),
  subscriber: (db: Db, email: string) =>
    db
      .insertInto('subscribers')
      .values({ ...subscriber, email, emailKey: email.toLowerCase(), state: 'confirmed' })
      .execute(),
};

const limits: [string, number, (db: Db, value: string) => Promise<unknown>][] = [
  ['article title', 200, (db, title) => insert.article(db, { title })],
  ['article description', 250, (db, description) => insert.article(db, { description })],
  ['article excerpt', 300, (db, excerpt) => insert.article(db, { excerpt })],
  ['alternative text', 250, (db, imageAlt) => insert.article(db, { imageAlt })],
  ['member name', 50, (db, name) => insert.member(db, { name })],
  ['member position', 50, (db, position) => insert.member(db, { position })],
  ['member bio', 250, (db, bio) => insert.member(db, { bio })],
  ['event title', 100, (db, title) => insert.event(db, { title })],
  ['event location', 100, (db, location) => insert.event(db, { location })],
  ['event description', 500, (db, description) => insert.event(db, { description })],
  ['email address', 254, (db, email) => insert.subscriber(db, email)],
];

describe.each(everyEngine)('%s', (engine) => {
  test('a text may be as long as its limit and not one longer', async () => {
    await using database = await freshDatabase(engine);
    for (const [label, limit, write] of limits) {
      await expect(write(database.db, 'é'.repeat(limit)), label).resolves.toBeDefined();
      await expect(write(database.db, 'é'.repeat(limit + 1)), label).rejects.toThrow(/check/i);
      await expect(write(database.db, '🦊'.repeat(limit / 2)), label).resolves.toBeDefined();
    }
  });

  test.runIf(engine === 'postgres')('an emoji counts as two', async () => {
    await using database = await freshDatabase(engine);
    await expect(insert.member(database.db, { name: `${'🦊'.repeat(25)}x` })).rejects.toThrow(/check/i);
  });

  test('what must be there may not be empty', async () => {
    await using database = await freshDatabase(engine);
    await expect(insert.article(database.db, { title: '' })).rejects.toThrow(/check/i);
    await expect(insert.member(database.db, { name: '' })).rejects.toThrow(/check/i);
    await expect(insert.event(database.db, { location: '' })).rejects.toThrow(/check/i);
    await expect(insert.member(database.db, { sortOrder: -1 })).rejects.toThrow(/check/i);
  });

  test('a date that cannot be read is refused', async () => {
    await using database = await freshDatabase(engine);
    const { db } = database;
    for (const eventDate of ['', '2026-12-01', '2026-12-01 18:00:00', '2026-13-01T18:00:00', '2026-12-01T24:00:00'])
      await expect(insert.event(db, { eventDate }), eventDate).rejects.toThrow(/check/i);
    for (const startsAt of ['', 'soon', '2026-13-01T00:00:00.000Z'])
      await expect(insert.event(db, { startsAt }), startsAt).rejects.toThrow();
    const beyond = (length: number) => 'x'.repeat(length);
    for (const wrong of [
      { endDate: '2026-12-01' },
      { address: beyond(201) },
      { onlineUrl: 'http://meet.example' },
      { ticketUrl: 'javascript:x' },
      { cancellationNote: beyond(301) },
    ])
      await expect(insert.event(db, wrong), JSON.stringify(wrong).slice(0, 40)).rejects.toThrow(/check/i);
  });

  test('an unknown state is refused', async () => {
    await using database = await freshDatabase(engine);
    const row = { ...subscriber, email: 'a@b.example', emailKey: 'a@b.example', state: 'gone' as 'pending' };
    await expect(database.db.insertInto('subscribers').values(row).execute()).rejects.toThrow(/check/i);
  });

  test('an article is delivered to a subscriber once, and the delivery goes with the subscriber only', async () => {
    await using database = await freshDatabase(engine);
    const { db } = database;
    await insert.article(db, {});
    await insert.subscriber(db, 'a@b.example');
    const issue = { articleId: 1, subject: 's', html: '', text: '', createdAt: now, updatedAt: now, pauseReason: null };
    await db
      .insertInto('issues')
      .values({ ...issue, state: 'sending' })
      .execute();
    const send = (messageId: string, subscriberId: number) =>
      db
        .insertInto('mails')
        .values({
          kind: 'newsletter',
          issueId: 1,
          articleId: 1,
          subscriberId,
          messageId,
          state: 'queued',
          nextAttemptAt: now,
          createdAt: now,
          leaseOwner: null,
          leaseUntil: null,
          smtpCode: null,
          smtpAnswer: null,
          sentAt: null,
        })
        .execute();
    await send('<1@site>', 1);
    await expect(send('<2@site>', 1)).rejects.toThrow(/unique/i);
    await expect(send('<3@site>', 99)).rejects.toThrow(/foreign key/i);
    await expect(db.deleteFrom('articles').execute()).rejects.toThrow(/foreign key/i);
    await db.deleteFrom('subscribers').execute();
    expect(await db.selectFrom('mails').where('issueId', 'is not', null).selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('issues').select('id').execute()).toEqual([{ id: 1 }]);
  });

  test('what an administrator did survives the account, the sessions do not', async () => {
    await using database = await freshDatabase(engine);
    const { db } = database;
    const names = { username: 'Ada', usernameKey: 'ada', email: 'a@b.example', emailKey: 'a@b.example' };
    await db
      .insertInto('administrators')
      .values({ ...names, passwordHash: 'x', isActive: true, createdAt: now })
      .execute();
    await db
      .insertInto('audit')
      .values({ at: now, administratorId: 1, action: auditActionOf(articleKind, 'publish'), entityId: 1, detail: '{}' })
      .execute();
    await db
      .insertInto('sessions')
      .values({
        tokenHash: '0'.repeat(64),
        administratorId: 1,
        createdAt: now,
        lastUsedAt: now,
        expiresAt: now,
        revokedAt: null,
      })
      .execute();
    await db.deleteFrom('administrators').execute();
    expect(await db.selectFrom('audit').select(['administratorId', 'action']).execute()).toEqual([
      { administratorId: null, action: 'article.publish' },
    ]);
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });
});
