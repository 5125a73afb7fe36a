/** The society's own look, from the settings to what visitors, mail programs and other sites see. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { renderDigestOrNote } from '#features/newsletter/content/digests/digest-mail.server.ts';
import { renderArticle } from '#features/newsletter/content/rendering.server.ts';
import type { Revision } from '#features/revisions/revision.schema.ts';
import { aMember, anArticle, anEvent, aPage } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { plainJpeg } from '#tests/support/photos.ts';
import { blackPng } from '#tests/support/png.ts';
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

async function storedBytes(app: TestApp, { imageUrl }: Logo): Promise<Buffer> {
  const stored = await app.context.store.get(imageUrl.replace(/^.*\/uploads\//, ''));
  return Buffer.from(await new Response(stored?.body).arrayBuffer());
}

const navy = '#1f3f7a';

/** Of the logo that the tests give. */
async function redPixels(picture: Buffer): Promise<number> {
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3)
    if ((data[at] ?? 0) > 180 && (data[at + 1] ?? 0) < 40 && (data[at + 2] ?? 0) < 40) count += 1;
  return count;
}

test.each(engines)(
  'a colour and a logo reach all that is seen; without them nothing changes, on %s',
  async (engine) => {
    await using app = await testApp({ engine });
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
    for (const [path, width] of [
      ['/icon-192.png', 192],
      ['/icon-512.png', 512],
      ['/apple-touch-icon.png', 180],
      ['/favicon-32.png', 32],
      ['/favicon.ico', 32],
    ] as const)
      expect(await sharp((await handler.get(path)).body).metadata(), path).toMatchObject({
        format: 'png',
        ...{ width, height: width },
      });
    expect((await handler.get('/favicon.svg')).body.toString()).toContain('<image href="data:image/png;base64,');

    const [, card = ''] = /property="og:image" content="[^"]*(\/cards\/site\/[^"]+)"/.exec(await page('/')) ?? [];
    const picture = await handler.get(card);
    expect([picture.status, (await sharp(picture.body).metadata()).width]).toEqual([200, 1200]);
    const [, eventCard = ''] =
      /property="og:image" content="[^"]*(\/cards\/events\/[^"]+)"/.exec(await page(`/events/${event.id}`)) ?? [];
    expect((await handler.get(eventCard)).status).toBe(200);
    for (const format of ['a4', 'story', 'post']) {
      const poster = await handler.get(`/posters/${event.id}/${format}.jpg`);
      expect(poster.status, format).toBe(200);
      expect(await redPixels(poster.body), format).toBeGreaterThan(1000);
    }

    await app.json('PUT', '/settings/admin', { accentColor: '', logo: '', logoPlate: 'none' }, token);
    expect(await page('/')).not.toContain('@media screen{:root{');
    expect((await handler.get('/icon-192.png')).body.equals(icon)).toBe(true);
  },
);

test.each([
  ['a script', svg('<script>alert(1)</script><circle r="40" cx="50" cy="50" fill="#0a0" onload="alert(1)"/>'), 201],
  [
    'pictures of other sites and files',
    svg(
      '<image xlink:href="file:///etc/passwd" width="90" height="90"/><image href="https://example.org/a.png" width="9" height="9"/><circle r="40" cx="50" cy="50"/>',
    ),
    201,
  ],
  [
    'a style that brings others along',
    svg(
      '<style>@import url("https://example.org/a.css"); @import url(file:///etc/passwd); circle { fill: #0a0 }</style><circle r="40" cx="50" cy="50"/>',
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
  expect((await sharp(await storedBytes(app, answer.body)).metadata()).format).toBe('png');
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
  const ringOf = (width: number) => sharp(ring('#c00')).resize(width);
  for (const [name, picture] of [
    ['a.png', (width: number) => ringOf(width).png().toBuffer()],
    ['a.webp', (width: number) => ringOf(width).webp().toBuffer()],
  ] as const) {
    const [small, enough] = [
      await uploadLogo(app, token, await picture(255), name),
      await uploadLogo(app, token, await picture(256), name),
    ];
    expect([small.status, small.body.message], name).toEqual([400, expect.stringContaining('at least 256 pixels')]);
    expect(enough.status, name).toBe(201);
    expect(await sharp(await storedBytes(app, enough.body)).metadata()).toMatchObject({ format: 'png', width: 256 });
  }
  const bomb = await uploadLogo(app, token, blackPng(30_000, 30_000), 'a.png');
  expect([bomb.status, bomb.body.message]).toEqual([400, expect.stringContaining('could not be drawn')]);
  const photo = await sharp(ring('#c00')).flatten({ background: '#fff' }).resize(400).jpeg().toBuffer();
  expect((await uploadLogo(app, token, photo, 'a.jpg')).status).toBe(400);
  const nothing = await uploadLogo(app, token, Buffer.alloc(0));
  expect([nothing.status, nothing.body.message]).toEqual([400, expect.stringContaining('could not be drawn')]);
});

test('the language of the texts is that of what people write, on pages, in feeds and in mails', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  await using handler = await openHttpHandler(app);
  const add = async (kind: string, input: object) =>
    (await app.json<{ id: number; path: string }>('POST', `/${kind}/admin`, input, token)).body;
  const article = await add(
    'articles',
    anArticle({ title: 'Igel', content: '<p>Igel.</p>', description: 'Igel', isPublished: true }),
  );
  const event = await add('events', anEvent({ title: 'Quizabend', description: 'Mit Preisen' }));
  await add('members', aMember({ name: 'Ada', position: 'Vorsitz' }));
  const page = await add('pages', aPage({ title: 'Satzung', content: '<p>Igel.</p>' }));
  await add('events', anEvent({ title: 'ليلة', description: 'ليلة' }));
  const read = async (path: string) => (await handler.get(path)).body.toString();
  const pages = {
    home: '/',
    about: '/about',
    event: `/events/${event.id}`,
    page: page.path,
    article: `/articles/${article.id}`,
  };
  const sentences = { promoTitle: 'Wald und Wiese', newsletterTitle: 'Post von uns' };
  expect((await app.json('PUT', '/settings/admin', sentences, token)).status).toBe(200);
  for (const path of Object.values(pages)) expect(await read(path), path).not.toMatch(/lang="(?!en"|ar")/);
  for (const path of ['/feed.xml', '/rss.xml', '/feed.json']) expect(await read(path)).toMatch(/[g>":]en["<]/);

  expect((await app.json('PUT', '/settings/admin', { textLanguage: 'de' }, token)).status).toBe(200);
  /** Whether these words stand in an element that says so itself, or in the one around it. */
  const german = (html: string, words: string) =>
    expect(html, words).toMatch(new RegExp(`<(\\w+)[^>]* lang="de"[^>]*>(?:<[^>]*>)*${words}<`));
  const home = await read(pages.home);
  for (const words of [
    'Wald und Wiese',
    'Post von uns',
    'Igel',
    'Quizabend',
    'Ada',
    'Vorsitz',
    'Future Health Leaders',
  ])
    german(home, words);
  expect(home).toMatch(/lang="ar"[^>]*>ليلة</);
  expect(home).toContain('<html lang="en"');
  for (const words of ['View Our Articles', 'Explore Our Community', 'Upcoming Events'])
    expect(home).not.toMatch(new RegExp(`lang="de"[^>]*>${words}`));
  german(await read(pages.event), 'Mit Preisen');
  german(await read(pages.about), 'You need no experience to join us[^<]*');
  for (const path of [pages.page, pages.article]) expect(await read(path), path).toMatch(/<article[^>]* lang="de"/);
  expect(await read('/feed.xml')).toContain('xml:lang="de"');
  expect(await read('/rss.xml')).toContain('<language>de</language>');
  expect(JSON.parse(await read('/feed.json'))).toMatchObject({ language: 'de' });

  const things = [
    { kind: 'article', id: article.id },
    { kind: 'event', id: event.id },
  ] as const;
  const content = {
    title: 'Neues',
    note: '<p>Hallo.</p>',
    things: [...things],
    isAutomatic: false,
    composedAt: '2026-11-21T12:00:00.000Z',
  };
  const digest = await renderDigestOrNote(app.context, content);
  expect(digest.html).toMatch(/<div lang="de">\n<h1[^>]*>Neues<\/h1>\n<p[^>]*>Hallo\.<\/p>\n<\/div>/);
  expect(digest.html).toMatch(/<div lang="de" style[^>]*>(?:<[^>]*>)*Igel/);
  german(digest.html, '<a[^>]*>Quizabend');
  expect(digest.html).not.toMatch(/lang="de"[^>]*>Dec 1/);
  const mail = await renderArticle(app.context, article.id);
  expect(mail.html).toMatch(/<div lang="de">\n<h1[^>]*>Igel/);
});

test('a picture of the society takes the place of the drawing on the home page', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  await using handler = await openHttpHandler(app);
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await plainJpeg(1600, 1200))], 'chess.jpg'));
  const headers = { authorization: `Bearer ${token}` };
  const uploaded = await app.request('/api/v1/uploads/articles', { method: 'POST', body: form, headers });
  const { imageUrl } = (await uploaded.json()) as { imageUrl: string };
  const home = async () => (await handler.get('/')).body.toString();
  const drawing = 'viewBox="0 0 400 380"';
  const before = await home();
  expect(before).toContain(drawing);
  expect((await app.json('PUT', '/settings/admin', { homePicture: imageUrl }, token)).status).toBe(200);
  const own = await home();
  expect(own).not.toContain(drawing);
  const [, src = ''] = /<img[^>]* src="(\/uploads\/[^"]+)" alt=""/.exec(own) ?? [];
  const { width } = await sharp((await handler.get(src)).body).metadata();
  expect([width > 500, width <= 960]).toEqual([true, true]);
  const refused = await app.json('PUT', '/settings/admin', { homePicture: 'data:image/png;base64,AA' }, token);
  expect(refused.status).toBe(400);
  await app.json('PUT', '/settings/admin', { homePicture: '' }, token);
  expect(await home()).toContain(drawing);
});
