import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { kinds } from '#app/kinds.ts';
import { hasPicture } from '#features/items/kind.ts';
import type { ApiEnv } from '#platform/http/api.ts';
import { contentTypeOf } from '#platform/storage/store.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { storeInlinePictures } from './inline-pictures.server.ts';
import { findPictureInfos } from './pictures.server.ts';
import { serveUpload } from './uploads.api.ts';

const maxBytes = 5_242_880;

function picture(width = 700, height = 400) {
  return sharp({ create: { width, height, channels: 3, background: '#6a8b57' } });
}

type Sent = { bytes: Buffer; name?: string; purpose?: string; token?: string | null; headers?: Record<string, string> };

async function send(app: TestApp, { bytes, name = 'photo.jpg', purpose = 'articles', token, headers = {} }: Sent) {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
  const bearer = token === undefined ? await app.signIn() : token;
  const authorization: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {};
  const response = await app.request(`/api/v1/uploads/${purpose}`, {
    method: 'POST',
    headers: { ...authorization, ...headers },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

function files({ context }: TestApp): string[] {
  const folder = join(context.config.dataDir, 'One Health Images');
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
}

for (const engine of engines)
  test(`an upload is stored with its variants and known by its address (${engine})`, async () => {
    await using app = await testApp({ engine });
    const { status, body } = await send(app, { bytes: await picture().jpeg().toBuffer(), name: 'My Photo.JPEG' });
    expect(status).toBe(201);
    expect(body.path).toMatch(/^articles\/1795262400000-[0-9a-f]{16}\.jpeg$/);
    expect(body.imageUrl).toBe(`/uploads/${body.path}`);

    const url = body.imageUrl ?? '';
    const found = await findPictureInfos(app.db, [
      url,
      null,
      url,
      '/uploads/articles/none.jpg',
      'https://elsewhere.example/a.jpg',
    ]);
    expect([...found.keys()]).toEqual([url]);
    const info = found.get(url);
    expect(info).toMatchObject({ width: 700, height: 400, color: expect.stringMatching(/^#[0-9a-f]{6}$/) });
    expect(info?.variants.map(({ type, width }) => `${type} ${width}`)).toEqual([
      'image/avif 160',
      'image/webp 160',
      'image/avif 360',
      'image/webp 360',
      'image/avif 700',
      'image/webp 700',
    ]);
    for (const variant of info?.variants ?? []) {
      const path = variant.url.replace('/uploads/', '');
      expect([contentTypeOf(path), (await app.context.store.get(path)) !== null]).toEqual([variant.type, true]);
    }
    const row = await app.db.selectFrom('uploads').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ purpose: 'articles', createdAt: '2026-11-21T12:00:00.000Z', administratorId: 1 });
  });

for (const engine of engines)
  test(`the database takes a picture for each purpose that the types allow (${engine})`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const bytes = await picture(8, 8).png().toBuffer();
    const refused: string[] = [];
    for (const { name: purpose } of kinds.filter(hasPicture)) {
      const { status } = await send(app, { bytes, purpose, token });
      if (status !== 201) refused.push(`${purpose}: ${status}`);
    }
    expect(refused, 'a migration has to add these purposes in the database').toEqual([]);
  });

test('the extension follows the content, not the name', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const png = await picture(40, 40).png().toBuffer();
  const jpeg = await picture(40, 40).jpeg().toBuffer();
  const cases: [Buffer, string, RegExp][] = [
    [png, 'photo.jpg', /\.png$/],
    [jpeg, 'photo', /\.jpg$/],
    [jpeg, 'photo.php', /\.jpg$/],
    [jpeg, '../../evil.JPG', /^members\/[0-9]+-[0-9a-f]+\.jpg$/],
  ];
  for (const [bytes, name, expected] of cases) {
    const { status, body } = await send(app, { bytes, name, purpose: 'members', token });
    expect(status).toBe(201);
    expect(body.path).toMatch(expected);
  }
});

test('5,242,880 bytes are taken, one more is refused', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const jpeg = await picture().jpeg().toBuffer();
  const padded = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
  expect((await send(app, { bytes: padded(maxBytes), token })).status).toBe(201);
  const refused = await send(app, { bytes: padded(maxBytes + 1), token });
  expect(refused).toMatchObject({ status: 413, body: { message: 'Image size must be less than 5MB' } });
});

test('a body that declares too large a size is refused before it is read', async () => {
  await using app = await testApp();
  const headers = { 'content-length': String(maxBytes * 20) };
  expect((await send(app, { bytes: Buffer.from('x'), headers })).status).toBe(413);
});

test('a file that is no picture, or no form at all, is refused with the sentence of the form', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const refusal = { status: 400, body: { message: 'Please select a valid image file', code: 'invalid' } };
  for (const text of [
    'just words',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html><script></script>',
    '',
  ])
    expect(await send(app, { bytes: Buffer.from(text), token })).toMatchObject(refusal);
  const headers = { authorization: `Bearer ${token}` };
  const fields = new FormData();
  fields.append('file', 'a word');
  for (const body of [new FormData(), fields, 'no form']) {
    const response = await app.request('/api/v1/uploads/articles', { method: 'POST', headers, body });
    expect({ status: response.status, body: await response.json() }).toMatchObject(refusal);
  }
  expect(files(app)).toEqual([]);
});

test('visitors and unknown purposes are refused', async () => {
  await using app = await testApp();
  const bytes = await picture(40, 40).jpeg().toBuffer();
  expect((await send(app, { bytes, token: null })).status).toBe(401);
  expect((await send(app, { bytes, purpose: 'newsletters' })).status).toBe(404);
  expect(files(app)).toEqual([]);
});

test('embedded pictures in an article become files; embedded data that is no picture is removed', async () => {
  await using app = await testApp();
  const good = `data:image/png;base64,${(await picture(30, 30).png().toBuffer()).toString('base64')}`;
  const svg = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`;
  const words = '<p>In words: src="data:image/png;base64,AAAA"</p>';
  const html = await storeInlinePictures(
    app.context,
    `<p>a<img src="${good}" alt="A field" />b<img src="${good}" /><img src="${svg}" /><img src="data:image/png,x" /></p>${words}<img src="https://society.example/a.png" />`,
  );
  const url = (await app.db.selectFrom('uploads').select('url').executeTakeFirstOrThrow()).url;
  expect(url).toMatch(/^\/uploads\/articles\/.*\.png$/);
  expect(html).toBe(
    `<p>a<img src="${url}" alt="A field" />b<img src="${url}" /></p>${words}<img src="https://society.example/a.png" />`,
  );
});

test('stored pictures are served with their type, cacheable and with a strict policy', async () => {
  await using app = await testApp();
  const { body } = await send(app, { bytes: await picture().jpeg().toBuffer() });
  const url = body.imageUrl ?? '';
  const site = new Hono<ApiEnv>().use('/uploads/*', serveUpload(app.context));

  const original = await site.request(url);
  expect(original.status).toBe(200);
  expect(Object.fromEntries(original.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'inline',
  });
  const bytes = Buffer.from(await original.arrayBuffer());
  expect(original.headers.get('content-length')).toBe(String(bytes.length));
  expect((await sharp(bytes).metadata()).width).toBe(700);

  const again = await site.request(url, { headers: { 'if-none-match': original.headers.get('etag') ?? '' } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await site.request(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(bytes.length), '']);

  const variant = (await findPictureInfos(app.db, [url])).get(url)?.variants[0]?.url ?? '';
  const small = await site.request(variant);
  expect(small.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');

  for (const path of [
    '/uploads/none.jpg',
    '/uploads/articles',
    '/uploads/..%2f..%2fsite.sqlite',
    '/uploads/%2e%2e/site.sqlite',
    '/uploads/%',
  ])
    expect((await site.request(path)).status, path).toBe(404);
  expect((await site.request(url, { method: 'DELETE' })).status).toBe(405);
});
