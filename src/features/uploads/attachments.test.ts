import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { ApiEnv } from '#platform/http/api.ts';
import { s3Store } from '#platform/storage/s3-store.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { s3Server } from '#tests/support/s3.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { attachmentLabel } from './attachment.ts';
import { serveUpload } from './uploads.api.ts';
import { sweepPictures } from './uploads.jobs.ts';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

async function attach(app: TestApp, token: string, bytes: Buffer, name: string) {
  const body = new FormData();
  body.append('file', new File([Uint8Array.from(bytes)], name, { type: 'application/pdf' }));
  const headers = { authorization: `Bearer ${token}` };
  const response = await app.request('/api/v1/uploads/articles/files', { method: 'POST', headers, body });
  return {
    status: response.status,
    body: (await response.json()) as { url: string; name: string; bytes: number; message: string },
  };
}

test.for(engines)('a PDF is stored under its hash and downloaded under its name, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  const { status, body } = await attach(app, token, pdf, 'Förderung “2026”.pdf');
  expect([status, body.name, body.bytes]).toEqual([201, 'Förderung “2026”.pdf', pdf.length]);
  expect(body.url).toMatch(/^\/uploads\/articles\/\d{13}-[0-9a-f]{16}\.pdf\?name=/);

  const site = new Hono<ApiEnv>().use('/uploads/*', serveUpload(app.context));
  const served = await site.request(body.url);
  expect(Buffer.from(await served.arrayBuffer()).equals(pdf)).toBe(true);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `attachment; filename="F_rderung _2026_.pdf"; filename*=UTF-8''F%C3%B6rderung%20%E2%80%9C2026%E2%80%9D.pdf`,
  });
  const hostile = await site.request(`${body.url.split('?')[0]}?name=${encodeURIComponent('a.html"\r\nx: y')}`);
  expect(hostile.headers.get('content-disposition')).toBe(
    `attachment; filename="a.html x y.pdf"; filename*=UTF-8''a.html%20x%20y.pdf`,
  );
});

test('from a public bucket it still comes through the site, as a download', async () => {
  await using server = await s3Server();
  const publicUrl = `${server.settings.endpoint}/${server.settings.bucket}`;
  await using app = await testApp({ store: s3Store({ ...server.settings, publicUrl }) });
  const { status, body } = await attach(app, await app.signIn(), pdf, 'a.pdf');
  expect([status, body.url]).toEqual([201, expect.stringMatching(/^\/uploads\/articles\/[\w-]+\.pdf\?name=a\.pdf$/)]);
  const site = new Hono<ApiEnv>().use('/uploads/*', serveUpload(app.context));
  const served = await site.request(body.url);
  expect(served.headers.get('content-disposition')).toContain('attachment; filename="a.pdf"');
  expect(Buffer.from(await served.arrayBuffer()).equals(pdf)).toBe(true);
});

test('a name cut in the middle of a character is still valid', async () => {
  await using app = await testApp();
  const { body } = await attach(app, await app.signIn(), pdf, `${'x'.repeat(99)}😀.pdf`);
  expect(body.url).toContain(`name=${'x'.repeat(99)}`);
  const served = new Hono<ApiEnv>().get('/uploads/*', serveUpload(app.context));
  const asked = await served.request(`${body.url.split('?')[0]}?name=${'x'.repeat(99)}${encodeURIComponent('😀')}`);
  expect(asked.headers.get('content-disposition')).toContain(`filename="${'x'.repeat(99)}_.pdf"`);
});

test('a file that is no PDF, or too large, is refused with a sentence', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  for (const bytes of [Buffer.from('<html>'), Buffer.from(' %PDF-1.7'), Buffer.alloc(0)]) {
    const { status, body } = await attach(app, token, bytes, 'a.pdf');
    expect([status, body.message]).toEqual([400, 'Please choose a PDF file.']);
  }
  const large = await attach(app, token, Buffer.concat([pdf, Buffer.alloc(20 * 1024 * 1024)]), 'a.pdf');
  expect([large.status, large.body.message]).toEqual([413, 'A PDF may have at most 20 MB.']);
  expect((await attach(app, 'wrong', pdf, 'a.pdf')).status).toBe(401);
  expect(await app.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
});

test('it stays while a text links to it, and is removed a week after the last link', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const kept = (await attach(app, token, pdf, 'kept.pdf')).body.url;
  const lost = (await attach(app, token, pdf, 'lost.pdf')).body.url;
  const content = `<p><a href="${kept}">${attachmentLabel('kept.pdf', pdf.length)}</a></p>`;
  const made = await app.json<{ content: string }>('POST', '/articles/admin', anArticle({ content }), token);
  expect(made.body.content).toContain(`href="${kept}"`);
  expect(made.body.content).toContain('kept (PDF, 1 kB)');
  app.clock.advance(8 * 86_400_000);
  await sweepPictures(app.context);
  const path = (url: string) => url.replace('/uploads/', '').replace(/\?.*/, '');
  expect([await app.context.store.get(path(kept)), await app.context.store.get(path(lost))]).toEqual([
    expect.anything(),
    null,
  ]);
});
