/** The society's own look, from the settings to what visitors, mail programs and other sites see. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import type { Revision } from '#features/revisions/revision.schema.ts';
import { paletteOf } from '#shared/look/palette.ts';
import { anArticle, anEvent } from '#tests/support/builders.ts';
import { siteWithPost } from '#tests/support/guest-mail-site.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

type Logo = { imageUrl: string; plate: string; message?: string };

function svg(body: string, size = 'viewBox="0 0 200 100"'): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${body}</svg>`,
  );
}

async function uploadLogo(app: TestApp, token: string, bytes: Buffer, name = 'logo.svg') {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], name));
  const answer = await app.request('/api/v1/uploads/logo', {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, body: (await answer.json()) as Logo };
}

const navy = '#1f3f7a';

test('a colour and a logo reach pages, icons, cards and the sign-in page; without them nothing changes', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  await using handler = await openHttpHandler(app);
  const event = (await app.json<SocietyEvent>('POST', '/events/admin', anEvent(), token)).body;
  const page = async (path: string) => (await handler.get(path)).body.toString();
  expect(await page('/')).not.toContain('@media screen{:root{');
  const icon = (await handler.get('/icon-192.png')).body;

  const logo = await uploadLogo(app, token, svg('<rect width="200" height="100" rx="30" fill="#c00"/>'));
  expect([logo.status, logo.body.plate]).toEqual([201, 'none']);
  const look = { accentColor: navy.toUpperCase(), logo: logo.body.imageUrl, logoPlate: logo.body.plate };
  const saved = await app.json('PUT', '/settings/admin', look, token);
  expect(saved.body).toMatchObject({ ...look, accentColor: navy });

  for (const path of ['/', '/events', `/events/${event.id}`, '/admin/login', '/admin']) {
    const answer = await handler.get(path);
    const [, css = ''] = /<style>(@media screen\{:root\{--ink:.*?)<\/style>/.exec(answer.body.toString()) ?? [];
    expect(css, path).toContain('svg[viewBox="0 0 40 40"]{');
    const { createHash } = await import('node:crypto');
    expect(answer.headers['content-security-policy'], path).toContain(
      createHash('sha256').update(css).digest('base64'),
    );
  }
  const drawn = (await handler.get('/icon-192.png')).body;
  expect(drawn.equals(icon)).toBe(false);
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'png', width: 192, height: 192 });
  expect((await sharp((await handler.get('/favicon.ico')).body).metadata()).width).toBe(32);
  expect((await handler.get('/favicon.svg')).body.toString()).toContain('<image href="data:image/png;base64,');

  const [, card = ''] = /property="og:image" content="[^"]*(\/cards\/site\/[^"]+)"/.exec(await page('/')) ?? [];
  const picture = await handler.get(card);
  expect([picture.status, (await sharp(picture.body).metadata()).width]).toEqual([200, 1200]);
  const [, eventCard = ''] =
    /property="og:image" content="[^"]*(\/cards\/events\/[^"]+)"/.exec(await page(`/events/${event.id}`)) ?? [];
  expect((await handler.get(eventCard)).status).toBe(200);

  await app.json('PUT', '/settings/admin', { accentColor: '', logo: '', logoPlate: 'none' }, token);
  expect(await page('/')).not.toContain('@media screen{:root{');
  expect((await handler.get('/icon-192.png')).body.equals(icon)).toBe(true);
});

test.each([
  ['a script', svg('<script>alert(1)</script><circle r="40" cx="50" cy="50" fill="#0a0" onload="alert(1)"/>'), 201],
  [
    'pictures of other sites and files',
    svg(
      '<image xlink:href="file:///etc/passwd" width="90" height="90"/><image href="https://example.org/a.png" width="9" height="9"/><circle r="40" cx="50" cy="50"/>',
    ),
    201,
  ],
  ['nothing to be seen', svg(''), 400],
  ['a size of 10,000 pixels', svg('<circle r="4000" cx="5000" cy="5000"/>', 'width="10000" height="10000"'), 201],
  [
    'entities that grow without end',
    Buffer.from(
      `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${String.fromCharCode(98 + at)} "${`&${String.fromCharCode(97 + at)};`.repeat(10)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>&j;</text></svg>`,
    ),
    400,
  ],
  ['words that are no picture', Buffer.from('<html><body>Hello</body></html>'), 400],
])('an SVG with %s', async (_, bytes, status) => {
  await using app = await testApp();
  const answer = await uploadLogo(app, await app.signIn(), bytes);
  expect([answer.status, answer.body.message ?? ''].join(' ')).toMatch(
    status === 201 ? /^201 $/ : /^400 (Nothing can be seen in this picture|Please choose an SVG, PNG or WebP picture)/,
  );
  if (status !== 201) return;
  const stored = await app.context.store.get(answer.body.imageUrl.replace(/^.*\/uploads\//, ''));
  const picture = Buffer.from(await new Response(stored?.body).arrayBuffer());
  expect((await sharp(picture).metadata()).format).toBe('png');
});

test('a logo that would not be seen gets a plate; one that is empty, too small or of one colour is refused', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const ring = (color: string) =>
    svg(`<circle r="40" cx="100" cy="50" fill="none" stroke="${color}" stroke-width="9"/>`);
  const { imageUrl, plate } = (await uploadLogo(app, token, ring('#000'))).body;
  expect(plate).toBe('dark');
  await app.json('PUT', '/settings/admin', { logo: imageUrl, logoPlate: plate }, token);
  const [newest] = (await app.json<Revision[]>('GET', '/settings/admin/0/revisions', undefined, token)).body;
  expect(newest?.summary).toBe('Logo changed');
  expect((await uploadLogo(app, token, ring('#fff'))).body.plate).toBe('light');
  const plain = (width: number, background: string) =>
    sharp({ create: { width, height: width, channels: 3, background } })
      .png()
      .toBuffer();
  expect((await uploadLogo(app, token, await plain(1, '#123456'), 'a.png')).body.message).toMatch(/too small/);
  expect((await uploadLogo(app, token, await plain(300, '#000'), 'a.png')).body.message).toMatch(/Nothing can be seen/);
  const photo = await sharp(ring('#c00')).flatten({ background: '#fff' }).resize(400).jpeg().toBuffer();
  expect((await uploadLogo(app, token, photo, 'a.jpg')).status).toBe(400);
  const nothing = await uploadLogo(app, token, Buffer.alloc(0));
  expect([nothing.status, nothing.body.message]).toEqual([400, expect.stringContaining('could not be drawn')]);
});

test('a renamed society with a logo leaves no trace of the name that the design was made for', async () => {
  await using site = await siteWithPost('sqlite');
  const { app } = site;
  const token = await app.signIn();
  await using handler = await openHttpHandler(app);
  const logo = await uploadLogo(app, token, svg('<rect width="200" height="100" rx="30" fill="#036"/>'));
  const own = {
    societyName: 'Chess Club',
    shortName: 'Chess',
    heroTitle: 'The Chess Club',
    heroSubtitle: 'Every Thursday',
    promoTitle: 'Knights before bishops',
    newsletterTitle: 'Never miss a game',
    aboutText: 'We play.',
    logo: logo.body.imageUrl,
    accentColor: navy,
  };
  expect((await app.json('PUT', '/settings/admin', own, token)).status).toBe(200);
  const event = (await app.json<SocietyEvent>('POST', '/events/admin', anEvent({ hasSignup: true }), token)).body;
  const article = await app.json<{ id: number }>('POST', '/articles/admin', anArticle({ isPublished: true }), token);
  const paths = [
    ...[
      '/',
      '/about',
      '/articles',
      '/events',
      '/newsletters',
      '/nothing',
      '/admin/login',
      '/admin',
      '/site.webmanifest',
    ],
    ...[`/events/${event.id}`, `/articles/${article.body.id}`, '/feed.xml', '/rss.xml', '/feed.json', '/events.ics'],
    ...[`/events/${event.id}.ics`, '/sitemap.xml', '/robots.txt', '/api/v1/openapi.json', '/unsubscribe', '/verify'],
  ];
  for (const path of paths) {
    const text = (await handler.get(path)).body.toString();
    expect(text.match(/.{0,60}One Health(?! Images).{0,20}/)?.[0], path).toBeUndefined();
    expect(text, path).not.toContain('/og.png');
  }
  await app.json('POST', '/newsletter/subscribe', { email: 'ada@example.org' });
  await app.json('POST', `/events/${event.id}/registrations`, { name: 'Ada', email: 'ada@example.org' });
  const mails = await site.post();
  // One tells the administrators of the new name.
  expect(mails).toHaveLength(3);
  for (const { subject, html, text } of mails) {
    expect([subject, html, text].join('\n')).not.toMatch(/One Health/);
    expect(html).toContain(`color:${paletteOf(navy).deep[0]}`);
    expect(html).not.toContain('#4a663a');
  }
});
