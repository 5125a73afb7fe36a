import { expect, test } from 'vitest';
import { createNewsletterLinks } from '#features/newsletter/content/newsletter-links.server.ts';
import type { Page } from '#features/pages/page.schema.ts';
import { aPage } from '#tests/support/builders.ts';
import { anOpenEvent } from '#tests/support/guests.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { email, subscribe } from '#tests/support/newsletter.ts';
import { testApp } from '#tests/support/test-app.ts';

test('a page is read without scripts at both of its addresses, and its old ones lead to it', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const add = async (change: object) => (await app.json<Page>('POST', '/pages/admin', aPage(change), token)).body;
  const { id } = await add({ title: 'Privacy', place: 'footer' });
  await add({ title: 'Кто мы', place: 'menu' });
  await add({ title: 'Secret plan', isPublished: false });
  await using handler = await openHttpHandler(app);
  const get = async (path: string) => {
    const { status, headers, body } = await handler.get(path);
    return { status, location: headers.location, html: body.toString() };
  };

  for (const path of ['/privacy', '/pages/privacy', '/privacy']) {
    const { status, html } = await get(path);
    expect([status, html.includes('Be kind to animals')], path).toEqual([200, true]);
    expect(html).toContain('<link rel="canonical" href="https://society.example/privacy"/>');
    expect(html).toMatch(/"@type":"WebPage".*"@type":"BreadcrumbList"/);
  }
  // It was kept: the app made each address once.
  expect(handler.asked.filter((path) => path === '/privacy')).toHaveLength(1);
  const home = (await get('/')).html;
  const menu = home.slice(home.indexOf('<nav id="menu"'), home.indexOf('</header>'));
  // In the row, in 'More' and in the menu of phones: the styles show one.
  expect([...new Set([...menu.matchAll(/>([^<>]+)<\/a>/g)].map(([, label]) => label))]).toEqual([
    ...['Home', 'About', 'Articles', 'Events', 'Кто мы', 'Join Society'],
  ]);
  expect(home.slice(home.indexOf('<footer'))).toContain('href="/privacy"');
  expect(home.match(/<a[^>]*href="\/privacy"[^>]*>What we keep<\/a>/g)).toHaveLength(1);
  const russian = encodeURI('/кто-мы');
  expect((await get(russian)).status).toBe(200);
  expect((await get('/sitemap.xml')).html).toContain(`<loc>https://society.example${russian}</loc>`);
  expect((await get('/feed.xml')).html).not.toContain('privacy');

  await app.json('PUT', `/pages/admin/${id}`, { address: 'data' }, token);
  for (const path of ['/privacy', '/pages/privacy', '/Data', '/pages/DATA'])
    expect(await get(path), path).toMatchObject({ status: 301, location: '/data' });

  for (const path of ['/secret-plan', '/pages/secret-plan', '/nothing', '/pages/nothing', '/pages', '/a/b', '/%2f']) {
    const { status, html } = await get(path);
    expect([status, html.includes('Page Not Found'), html.includes('Secret')], path).toEqual([404, true, false]);
    expect(html).toContain('The page you&#x27;re looking for doesn&#x27;t exist or has moved.');
  }
  expect((await get('/')).html).not.toContain('What we keep');
  await app.json('DELETE', `/pages/admin/${id}`, undefined, token);
  expect((await get('/data')).status).toBe(404);
});

test('each form that takes an address says what is kept, without scripts too', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const event = await anOpenEvent(app, token);
  await subscribe(app);
  const own = new URL((await createNewsletterLinks(app.db, 'https://society.example')).ownLinks(email).choices);
  await using handler = await openHttpHandler(app);
  const paths = ['/', '/subscribe', `/signup?event=${event.id}`, own.pathname + own.search];
  const links = async () => {
    const pages = await Promise.all(paths.map(async (path) => (await handler.get(path)).body.toString()));
    return pages.map((html) => html.match(/<a[^>]*href="\/privacy"[^>]*>What we keep<\/a>/g)?.length ?? 0);
  };
  expect(await links()).toEqual([0, 0, 0, 0]);
  await app.json('POST', '/pages/admin', aPage({ title: 'Privacy' }), token);
  expect(await links()).toEqual([1, 1, 1, 1]);
});
