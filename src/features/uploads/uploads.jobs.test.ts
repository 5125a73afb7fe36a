import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startWorkerJobs } from '#app/worker/jobs.ts';
import { outboxMailer } from '#platform/mail/open-mailer.ts';
import { s3Store } from '#platform/storage/s3-store.ts';
import type { Store } from '#platform/storage/store.ts';
import { aMember, anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { s3Server } from '#tests/support/s3.ts';
import { aPicture } from '#tests/support/stored-picture.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { sweepPictures } from './uploads.jobs.ts';

const day = 86_400_000;

async function stored(store: Store): Promise<string[]> {
  return (await Array.fromAsync(store.list())).map(({ path }) => `/uploads/${path}`).sort();
}

/** The addresses that are still known, and the files that are still there, each by its original. */
async function left(app: TestApp): Promise<string[]> {
  const rows = await app.db.selectFrom('uploads').select('url').execute();
  const originals = (await stored(app.context.store)).filter((path) => path.endsWith('.png'));
  expect(rows.map(({ url }) => url).sort()).toEqual(originals);
  return originals;
}

type Put = (app: TestApp, url: string, token: string) => Promise<unknown>;

const created = async (app: TestApp, path: string, body: object, token: string): Promise<number> => {
  const answer = await app.json<{ id: number }>('POST', path, body, token);
  expect(answer.status).toBe(201);
  return answer.body.id;
};

const places: Record<string, Put> = {
  'an article': (app, url, token) => created(app, '/articles/admin', anArticle({ imageUrl: url }), token),
  "an article's text": (app, url, token) =>
    created(app, '/articles/admin', anArticle({ content: `<p>Look: <img src="${url}" alt=""></p>` }), token),
  'a variant in a text': (app, url, token) =>
    created(app, '/articles/admin', anArticle({ content: `<img src="${url.replace('.png', '.w40.webp')}">` }), token),
  'an event, by its whole address': (app, url, token) =>
    created(app, '/events/admin', anEvent({ imageUrl: `https://society.example${url}` }), token),
  'a member in the bin': async (app, url, token) => {
    const id = await created(app, '/members/admin', aMember({ imageUrl: url }), token);
    await app.json('DELETE', `/members/admin/${id}`, undefined, token);
  },
  'an older version': async (app, url, token) => {
    const id = await created(app, '/members/admin', aMember({ imageUrl: url }), token);
    await app.json('PUT', `/members/admin/${id}`, aMember({ imageUrl: null }), token);
  },
  'an older text': async (app, url, token) => {
    const id = await created(app, '/articles/admin', anArticle({ content: `<img src="${url}">` }), token);
    await app.json('PUT', `/articles/admin/${id}`, anArticle({ content: '<p>Without.</p>' }), token);
  },
  'a setting': (app, url) =>
    app.db
      .insertInto('settings')
      .values({ key: 'defaultEventImage', value: JSON.stringify(url), updatedAt: app.clock.now().toISOString() })
      .execute(),
  'a newsletter that was sent': async (app, url, token) => {
    const articleId = await created(app, '/articles/admin', anArticle(), token);
    const at = app.clock.now().toISOString();
    const html = `<img src="https://society.example${url}">`;
    const issue = { articleId, subject: 's', html, text: 't', createdAt: at, updatedAt: at, state: 'done' as const };
    await app.db
      .insertInto('issues')
      .values({ ...issue, pauseReason: null })
      .execute();
  },
};

for (const engine of engines) {
  test(`a picture and its files are removed when nothing has mentioned it for a week (${engine})`, async () => {
    await using app = await testApp({ engine });
    const url = await aPicture(app);
    expect(await stored(app.context.store)).toHaveLength(4);
    app.clock.advance(7 * day);
    await sweepPictures(app.context);
    expect(await left(app)).toEqual([url]);
    app.clock.advance(1);
    const fresh = await aPicture(app);
    await sweepPictures(app.context);
    expect(await left(app)).toEqual([fresh]);
    expect(await stored(app.context.store)).toHaveLength(4);
    await sweepPictures(app.context);
    const notes = await app.db.selectFrom('audit').select(['action', 'detail']).execute();
    expect(notes).toEqual([{ action: 'upload.sweep', detail: '{"pictures":1}' }]);
  });

  test(`a picture stays wherever it is mentioned (${engine})`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const kept: Record<string, string> = {};
    for (const [place, put] of Object.entries(places)) {
      const url = await aPicture(app);
      await put(app, url, token);
      kept[place] = url;
    }
    await aPicture(app);
    app.clock.advance(8 * day);
    await sweepPictures(app.context);
    const urls = await left(app);
    expect(Object.entries(kept).filter(([, url]) => !urls.includes(url))).toEqual([]);
    expect(urls).toHaveLength(Object.keys(places).length);
  });
}

test('a long table is searched to its end', async () => {
  await using app = await testApp();
  const urls = [await aPicture(app), await aPicture(app)];
  const at = app.clock.now().toISOString();
  const rows = Array.from({ length: 250 }, (_, index) => ({ key: `note${index}`, value: '"none"', updatedAt: at }));
  await app.db.insertInto('settings').values(rows).execute();
  await app.db
    .insertInto('settings')
    .values({ key: 'last', value: JSON.stringify(urls[1]), updatedAt: at })
    .execute();
  app.clock.advance(8 * day);
  await sweepPictures(app.context);
  expect(await left(app)).toEqual([urls[1]]);
});

async function withStrays(app: TestApp, age: (path: string) => void): Promise<void> {
  const { store } = app.context;
  const stray = 'articles/1700000000000-0123456789abcdef';
  for (const path of [
    `${stray}.jpg`,
    'articles/1700000000000-00000000000000ff.jpg',
    'notes/mine.jpg',
    'articles/logo.jpg',
  ])
    await store.put(path, Buffer.from('x'));
  for (const path of [`${stray}.jpg`, 'notes/mine.jpg', 'articles/logo.jpg']) age(path);
}

const afterwards = [
  '/uploads/articles/1700000000000-00000000000000ff.jpg',
  '/uploads/articles/logo.jpg',
  '/uploads/notes/mine.jpg',
];

test('an unknown file of ours is removed after a week; files of others stay', async () => {
  await using app = await testApp({ now: new Date().toISOString() });
  const url = await aPicture(app);
  await withStrays(app, (path) => {
    const long = new Date(Date.now() - 8 * day);
    utimesSync(join(app.context.config.dataDir, 'One Health Images', path), long, long);
  });
  await sweepPictures(app.context);
  const there = await stored(app.context.store);
  expect(there.filter((path) => !path.startsWith(url.replace('.png', '')))).toEqual(afterwards);
  expect(there).toHaveLength(afterwards.length + 4);
  const notes = await app.db.selectFrom('audit').select('detail').execute();
  expect(notes).toEqual([{ detail: '{"files":1}' }]);
});

test('the same is true of a bucket', async () => {
  await using server = await s3Server();
  await using app = await testApp({ now: new Date().toISOString(), store: s3Store(server.settings) });
  const url = await aPicture(app);
  await withStrays(app, (path) => {
    const object = server.objects.get(path);
    if (object) object.modifiedAt = new Date(Date.now() - 8 * day);
  });
  await sweepPictures(app.context);
  expect((await stored(app.context.store)).filter((path) => !path.startsWith(url.replace('.png', '')))).toEqual(
    afterwards,
  );
  app.clock.advance(8 * day);
  await aPicture(app);
  await sweepPictures(app.context);
  expect(await stored(app.context.store)).not.toContain(url);
});

test('a store of another database is left alone', async () => {
  await using app = await testApp();
  for (let count = 0; count < 3; count += 1) await aPicture(app);
  await app.db.deleteFrom('uploads').execute();
  await aPicture(app);
  // The files have the machine's own time.
  app.clock.set(new Date(Date.now() + 400 * day).toISOString());
  const lines: string[] = [];
  const log = { ...app.context.log, error: (message: string) => void lines.push(message) };
  const [url] = (await app.db.selectFrom('uploads').select('url').execute()).map((row) => row.url);
  await app.db
    .insertInto('settings')
    .values({ key: 'kept', value: JSON.stringify(url), updatedAt: app.clock.now().toISOString() })
    .execute();
  await sweepPictures({ ...app.context, log });
  expect(await stored(app.context.store)).toHaveLength(16);
  expect(lines).toEqual(['most stored pictures are not known to this database; none is removed']);
});

test('the worker does it by itself', async () => {
  await using app = await testApp();
  await aPicture(app);
  app.clock.advance(8 * day);
  const { config } = app.context;
  const worker = startWorkerJobs({
    ...app.context,
    mailer: outboxMailer(join(config.dataDir, 'outbox'), config.mailFrom),
  });
  try {
    await expect.poll(() => left(app)).toEqual([]);
  } finally {
    await worker.stop();
  }
});
