import { Hono } from 'hono';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ApiEnv } from '#platform/http/api.ts';
import { s3Store } from '#platform/storage/s3-store.ts';
import { s3Server } from '#tests/support/s3.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { findPictureInfos } from './pictures.server.ts';
import { serveUpload } from './uploads.api.ts';

async function send(app: TestApp) {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#6a8b57' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }));
  const headers = { authorization: `Bearer ${await app.signIn()}` };
  const response = await app.request('/api/v1/uploads/articles', { method: 'POST', headers, body: form });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

function siteOf({ context }: TestApp) {
  return new Hono<ApiEnv>().use('/uploads/*', serveUpload(context));
}

test('a picture in a bucket is served by the site, cacheable and with a strict policy', async () => {
  await using server = await s3Server();
  await using app = await testApp({ store: s3Store(server.settings) });
  const { status, body } = await send(app);
  expect(status).toBe(201);
  expect(body.imageUrl).toBe(`/uploads/${body.path}`);
  expect([...server.objects.keys()].sort()).toEqual(
    [
      `${body.path}`,
      ...[160, 360, 400].flatMap((width) =>
        ['avif', 'webp'].map((extension) => `${body.path?.replace('.jpg', `.w${width}.${extension}`)}`),
      ),
      `${body.path?.replace('.jpg', '.w400.jpg')}`,
    ].sort(),
  );
  const site = siteOf(app);
  const whole = await site.request(body.imageUrl ?? '');
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=3600',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(whole.headers.get('content-length')).toBe(String(bytes.length));
  expect((await sharp(bytes).metadata()).width).toBe(400);
  const again = await site.request(body.imageUrl ?? '', {
    headers: { 'if-none-match': whole.headers.get('etag') ?? '' },
  });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await site.request('/uploads/articles/none.jpg')).status).toBe(404);
});

test('pictures in a public bucket have its addresses, and are recognised by them', async () => {
  await using server = await s3Server();
  const publicUrl = `${server.settings.endpoint}/${server.settings.bucket}`;
  server.manners.isPublic = true;
  await using app = await testApp({ store: s3Store({ ...server.settings, publicUrl }) });
  const { body } = await send(app);
  expect(body.imageUrl).toBe(`${publicUrl}/${body.path}`);
  const info = (await findPictureInfos(app.db, [body.imageUrl ?? ''])).get(body.imageUrl ?? '');
  expect(info).toMatchObject({ width: 400, height: 300 });
  for (const url of [body.imageUrl ?? '', ...(info?.variants.map((variant) => variant.url) ?? [])]) {
    const direct = await fetch(url);
    expect([direct.status, direct.headers.get('cache-control')?.startsWith('public')]).toEqual([200, true]);
    await direct.arrayBuffer();
  }
  // Addresses from the time before the bucket had one of its own go on working.
  expect((await siteOf(app).request(`/uploads/${body.path}`)).status).toBe(200);
});

test('when the bucket does not answer, administrators and visitors get a sentence', async () => {
  const server = await s3Server();
  await using app = await testApp({ store: s3Store(server.settings) });
  const { body } = await send(app);
  await server.stop();
  const message = 'The picture storage does not answer at the moment. Please try again in a few minutes.';
  expect(await send(app)).toMatchObject({ status: 503, body: { message, code: 'unavailable' } });
  const missing = await siteOf(app).request(body.imageUrl ?? '');
  expect([missing.status, missing.headers.get('cache-control'), await missing.text()]).toEqual([
    503,
    'no-store',
    message,
  ]);
});
