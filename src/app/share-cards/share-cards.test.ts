import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { removeOldFiles } from '#app/worker/retention-jobs.ts';
import type { Article } from '#features/articles/article.schema.ts';
import { articleShareCard } from '#features/articles/article-share-card.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { eventShareCard } from '#features/events/event-share-card.ts';
import type { Page } from '#features/pages/page.schema.ts';
import { pageShareCard } from '#features/pages/page.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { storePicture } from '#features/uploads/pictures.server.ts';
import { diskStore } from '#platform/storage/disk-store.ts';
import type { Store } from '#platform/storage/store.ts';
import { type PictureShape, shareCardPath } from '#shared/share-card.ts';
import { anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { quarteredPicture } from '#tests/support/photos.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { shareCardRoutes } from './share-cards.ts';

const blue = { r: 20, g: 60, b: 200 };

async function addArticle(app: TestApp, token: string, change = {}): Promise<Article> {
  return (await app.json<Article>('POST', '/articles/admin', anArticle({ isPublished: true, ...change }), token)).body;
}

async function store(app: TestApp, bytes: Buffer): Promise<string> {
  const picture = { purpose: 'articles', bytes, fileName: 'a.jpg', administratorId: null, effort: 'quick' as const };
  return (await storePicture(app.context, picture)).imageUrl;
}

async function bluePicture(app: TestApp): Promise<string> {
  const bytes = await sharp({ create: { width: 1500, height: 1000, channels: 3, background: blue } })
    .jpeg()
    .toBuffer();
  return store(app, bytes);
}

async function pathOfArticle(app: TestApp, article: Article, shape?: PictureShape): Promise<string> {
  return shareCardPath(articleShareCard(article, await getSettings(app.db, app.context.config)), shape);
}

async function colorAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

function isBlue(color: number[]): boolean {
  return isNear(color, [blue.r, blue.g, blue.b]);
}

/** JPEG changes each colour a little. */
function isNear(color: number[], wanted: number[]): boolean {
  return wanted.every((part, at) => Math.abs(part - (color[at] ?? -99)) < 12);
}

test.each(engines)('a card is drawn once, with the picture of what it is about, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  const article = await addArticle(app, token, { imageUrl: await bluePicture(app) });
  const path = await pathOfArticle(app, article);
  const routes = shareCardRoutes(app.context);
  const answers = await Promise.all([1, 2, 3].map(async () => routes.request(path)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [first] = answers;
  expect(first?.headers.get('content-type')).toBe('image/jpeg');
  expect(first?.headers.get('cache-control')).toBe('public, max-age=86400');
  const bytes = Buffer.from((await first?.arrayBuffer()) ?? new ArrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(bytes.byteLength).toBeLessThan(300_000);
  expect(isBlue(await colorAt(bytes, 1000, 300))).toBe(true);
  expect(isNear(await colorAt(bytes, 40, 40), [0xf8, 0xf6, 0xf0])).toBe(true);
  const again = await routes.request(path, { headers: { 'if-none-match': first?.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  expect((await cardFiles(app)).length).toBe(1);
  expect(Buffer.from(await (await routes.request(path)).arrayBuffer())).toEqual(bytes);
});

test('cards and Google’s picture shapes are cropped around the focal point; another point gives another address', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const routes = shareCardRoutes(app.context);
  const article = await addArticle(app, token, {
    imageUrl: await store(app, await quarteredPicture({ width: 1200, height: 1800 })),
  });
  const drawn = async (point: Partial<Article>, shape?: PictureShape) => {
    const { body } = await app.json<Article>('PUT', `/articles/admin/${article.id}`, point, token);
    const path = await pathOfArticle(app, body, shape);
    return { path, bytes: Buffer.from(await (await routes.request(path)).arrayBuffer()) };
  };
  const [red, blue, green] = [
    [0xe0, 0x20, 0x20],
    [0x14, 0x3c, 0xc8],
    [0x20, 0x80, 0x20],
  ] as const;
  const [left, right, top, bottom] = [20, 1180, 20, 650];
  const centre = await drawn({}, '16x9');
  expect(isNear(await colorAt(centre.bytes, left, top), [...red])).toBe(true);
  expect(isNear(await colorAt(centre.bytes, left, bottom), [...green])).toBe(true);
  const above = await drawn({ imageFocalX: 50, imageFocalY: 0 }, '16x9');
  expect(isNear(await colorAt(above.bytes, left, bottom), [...red])).toBe(true);
  expect(isNear(await colorAt(above.bytes, right, bottom), [...blue])).toBe(true);
  const below = await drawn({ imageFocalX: 50, imageFocalY: 100 }, '16x9');
  expect(isNear(await colorAt(below.bytes, left, top), [...green])).toBe(true);
  // The card itself shows an upright part at its right: this picture is cut at both sides.
  const card = await drawn({ imageFocalX: 100, imageFocalY: 0 });
  expect(isNear(await colorAt(card.bytes, 1190, 20), [...blue])).toBe(true);
  expect(new Set([centre.path, above.path, below.path]).size).toBe(3);
});

async function cardFiles({ context }: TestApp): Promise<string[]> {
  const found: string[] = [];
  for await (const { path } of context.store.list()) if (path.startsWith('cards/')) found.push(path);
  return found;
}

test.each(engines)('drafts, binned items and unknown ids have no card, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  await using handler = await openHttpHandler(app);
  const article = await addArticle(app, token);
  const event = (await app.json<SocietyEvent>('POST', '/events/admin', anEvent(), token)).body;
  const settings = await getSettings(app.db, app.context.config);
  const text = { title: 'Rules', content: '<p>Be kind.</p>', isPublished: true };
  const page = (await app.json<Page>('POST', '/pages/admin', text, token)).body;
  const cards = [articleShareCard(article, settings), eventShareCard(event, settings), pageShareCard(page, settings)];
  const statuses = () => Promise.all(cards.map(async (card) => (await handler.get(shareCardPath(card))).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await handler.get('/rules')).body.toString()).toContain(shareCardPath(pageShareCard(page, settings)));
  // It stays in the store, but is shown to no one.
  await app.json('PUT', `/articles/admin/${article.id}`, { isPublished: false }, token);
  await app.json('DELETE', `/events/admin/${event.id}`, undefined, token);
  await app.json('PUT', `/pages/admin/${page.id}`, { isPublished: false }, token);
  expect(await statuses()).toEqual([404, 404, 404]);
  for (const file of await cardFiles(app)) expect((await handler.get(`/uploads/${file}`)).status).toBe(404);
  for (const path of ['/cards/articles/999-abc.jpg', '/cards/members/1-abc.jpg', '/cards/articles/1.jpg', '/cards/'])
    expect((await handler.get(path)).status, path).toBe(404);
});

test('an address with an old title redirects to the current card, and nothing is drawn for it', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const article = await addArticle(app, token);
  const routes = shareCardRoutes(app.context);
  const before = await pathOfArticle(app, article);
  await app.json('PUT', `/articles/admin/${article.id}`, { title: 'Another title', isPublished: true }, token);
  const now = await pathOfArticle(app, { ...article, title: 'Another title' });
  expect(now).not.toBe(before);
  for (const path of [before, `/cards/articles/${article.id}-0.jpg`]) {
    const response = await routes.request(path);
    expect([response.status, response.headers.get('location')]).toEqual([302, now]);
  }
  expect(await cardFiles(app)).toEqual([]);
});

test('search engines get the picture in three shapes where there is one', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const pictured = await addArticle(app, token, { imageUrl: await bluePicture(app) });
  const plain = await addArticle(app, token);
  const routes = shareCardRoutes(app.context);
  const sizes = [];
  for (const shape of ['1x1', '4x3', '16x9'] as const) {
    const response = await routes.request(await pathOfArticle(app, pictured, shape));
    const bytes = Buffer.from(await response.arrayBuffer());
    const { width, height } = await sharp(bytes).metadata();
    sizes.push([width, height]);
    expect(isBlue(await colorAt(bytes, 10, 10))).toBe(true);
    expect((await routes.request(await pathOfArticle(app, plain, shape))).status).toBe(404);
  }
  expect(sizes).toEqual([
    [800, 800],
    [1024, 768],
    [1200, 675],
  ]);
  expect((await routes.request((await pathOfArticle(app, pictured)).replace('.jpg', '.9x9.jpg'))).status).toBe(404);
});

test('without its picture, missing or of another site, a card shows the words alone', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const imageUrl = await bluePicture(app);
  const vanished = await addArticle(app, token, { imageUrl });
  const elsewhere = await addArticle(app, token, { imageUrl: 'https://pictures.example/a.jpg' });
  for await (const { path } of app.context.store.list()) await app.context.store.remove(path);
  const routes = shareCardRoutes(app.context);
  for (const article of [vanished, elsewhere]) {
    const response = await routes.request(await pathOfArticle(app, article));
    expect(response.status).toBe(200);
    expect(isBlue(await colorAt(Buffer.from(await response.arrayBuffer()), 1000, 300))).toBe(false);
  }
  expect((await routes.request(await pathOfArticle(app, vanished, '1x1'))).status).toBe(503);
});

test('when cards cannot be stored they are drawn all the same, and too many requests at once get a 503', async () => {
  const database = await testApp();
  const disk = diskStore(database.context.config.dataDir);
  const full: Store = { ...disk, put: () => Promise.reject(new Error('No space left')) };
  const app = { ...database, context: { ...database.context, store: full } };
  await using _closing = database;
  const token = await app.signIn();
  const paths: string[] = [];
  for (let n = 0; n < 16; n++)
    paths.push(await pathOfArticle(app, await addArticle(app, token, { title: `No. ${n}` })));
  const routes = shareCardRoutes(app.context);
  const answers = await Promise.all(paths.map(async (path) => routes.request(path)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(12);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBe(answers.length - statuses.filter((status) => status === 200).length);
  for (const { headers } of refused)
    expect([headers.get('retry-after'), headers.get('cache-control')]).toEqual(['10', 'no-store']);
  expect((await routes.request(paths.at(-1) ?? '')).status).toBe(200);
});

test('cards go after 30 days, and nothing else does', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const imageUrl = await bluePicture(app);
  const article = await addArticle(app, token, { imageUrl });
  await shareCardRoutes(app.context).request(await pathOfArticle(app, article));
  const files = async () => {
    const all: string[] = [];
    for await (const { path } of app.context.store.list()) all.push(path);
    return all;
  };
  const [card = ''] = await cardFiles(app);
  const others = (await files()).length - 1;
  const drawnAt = (daysAgo: number) => {
    const at = new Date(app.clock.now().getTime() - daysAgo * 86_400_000);
    utimesSync(join(app.context.config.dataDir, 'One Health Images', card), at, at);
  };
  drawnAt(29);
  await removeOldFiles(app.context);
  expect(await cardFiles(app)).toEqual([card]);
  drawnAt(31);
  await removeOldFiles(app.context);
  expect(await cardFiles(app)).toEqual([]);
  expect(await files()).toHaveLength(others);
});
