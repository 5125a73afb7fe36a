import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Article } from '#features/articles/article.schema.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { aMember, anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import { machineFileRoutes } from './machine-file-routes.ts';

/** A site with one article for visitors, one draft, one in the bin, and an event. */
async function appWithArticles(engine: (typeof engines)[number]) {
  const app = await testApp({ engine });
  const token = await app.signIn();
  const add = async (title: string, isPublished: boolean) =>
    (await app.json<Article>('POST', '/articles/admin', anArticle({ title, isPublished }), token)).body.id;
  const shown = await add('Bats & <farms>', true);
  const hidden = [await add('A draft', false), await add('Thrown away', true)];
  await app.json('DELETE', `/articles/admin/${hidden[1]}`, undefined, token);
  const event = (await app.json<SocietyEvent>('POST', '/events/admin', anEvent(), token)).body.id;
  const routes = machineFileRoutes(app.context);
  const get = async (path: string) => {
    const response = await routes.request(path);
    return { type: response.headers.get('content-type'), status: response.status, text: await response.text() };
  };
  return { get, shown, hidden, event, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

test.each(engines)('the feed is well-formed XML and has what visitors may read, on %s', async (engine) => {
  await using app = await appWithArticles(engine);
  const { status, type, text } = await app.get('/feed.xml');
  expect(status).toBe(200);
  expect(type).toBe('application/atom+xml; charset=utf-8');
  expect(text).toMatch(
    /^<\?xml version="1.0" encoding="utf-8"\?><feed xmlns="http:\/\/www.w3.org\/2005\/Atom" xml:lang="en">/,
  );
  expect(text.match(/<entry>/g)).toHaveLength(1);
  expect(text).toContain(
    `<id>tag:society.example,2026-11-21:articles/${app.shown}</id><title>Bats &amp; &lt;farms&gt;</title>`,
  );
  expect(text).toContain('<published>2026-11-21T12:00:00.000Z</published><updated>2026-11-21T12:00:00.000Z</updated>');
  expect(text).not.toMatch(/A draft|Thrown away/);
});

test.each(engines)('the sitemap has every public page and no other, on %s', async (engine) => {
  await using app = await appWithArticles(engine);
  const { type, text } = await app.get('/sitemap.xml');
  expect(type).toBe('application/xml; charset=utf-8');
  const pages = ['/', '/about', '/articles', '/events', `/articles/${app.shown}`, `/events/${app.event}`];
  expect([...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1])).toEqual(
    pages.map((path) => `https://society.example${path}`),
  );
  expect(lastChanges(text)).toEqual({
    '/': '2026-11-21T12:00:00.000Z',
    '/articles': '2026-11-21T12:00:00.000Z',
    '/events': '2026-11-21T12:00:00.000Z',
    [`/articles/${app.shown}`]: '2026-11-21T12:00:00.000Z',
    [`/events/${app.event}`]: '2026-11-21T12:00:00.000Z',
  });
});

function lastChanges(map: string): Record<string, string | undefined> {
  const places = [...map.matchAll(/<loc>https:\/\/society\.example([^<]+)<\/loc><lastmod>([^<]+)<\/lastmod>/g)];
  return Object.fromEntries(places.map(([, path = '', changed]) => [path, changed]));
}

test.each(engines)('the sitemap says when each page last changed, and has its picture, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  const pictured = { isPublished: true, imageUrl: '/uploads/articles/1790000000000-0123456789abcdef.jpg?a=1&b=2' };
  const article = await app.json<Article>('POST', '/articles/admin', anArticle(pictured), token);
  const elsewhere = anEvent({ imageUrl: 'https://pictures.example/talk.png' });
  const event = await app.json<SocietyEvent>('POST', '/events/admin', elsewhere, token);
  app.clock.advance(60_000);
  await app.json('PUT', `/articles/admin/${article.body.id}`, { title: 'Changed' }, token);
  app.clock.advance(60_000);
  await app.json('POST', '/members/admin', aMember(), token);
  app.clock.advance(60_000);
  const map = async () => (await machineFileRoutes(app.context).request('/sitemap.xml')).text();
  const times = { '/': '12:02', '/about': '12:02', '/articles': '12:01', '/events': '12:00' };
  const pages = { [`/articles/${article.body.id}`]: '12:01', [`/events/${event.body.id}`]: '12:00' };
  const instants = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).map(([path, time]) => [path, `2026-11-21T${time}:00.000Z`]));
  const before = await map();
  expect(lastChanges(before)).toEqual(instants({ ...times, ...pages }));
  expect(
    [...before.matchAll(/<image:image><image:loc>([^<]+)<\/image:loc><\/image:image>/g)].map(([, url]) => url),
  ).toEqual(['https://society.example/uploads/articles/1790000000000-0123456789abcdef.jpg?a=1&amp;b=2']);
  await app.json('PUT', '/settings/admin', { aboutText: 'New.' }, token);
  expect(lastChanges(await map())).toMatchObject(instants({ '/': '12:03', '/about': '12:03', '/articles': '12:01' }));
});

test.each(engines)('the manifest is named as the settings say, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  await app.json('PUT', '/settings/admin', { societyName: 'Bats “& Co”', shortName: 'Bats' }, token);
  const response = await machineFileRoutes(app.context).request('/site.webmanifest');
  expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  const manifest = (await response.json()) as { icons: { src: string; sizes: string; purpose?: string }[] };
  expect(manifest).toMatchObject({
    name: 'Bats “& Co”',
    short_name: 'Bats',
    id: '/',
    start_url: '/',
    theme_color: '#fbf8f1',
    background_color: '#fbf8f1',
  });
  // What browsers ask of a site that can be put on a home screen.
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src } of manifest.icons) expect(existsSync(`public${src}`), src).toBe(true);
});

test('/.well-known/change-password leads password managers to the form', async () => {
  await using app = await testApp();
  const response = await machineFileRoutes(app.context).request('/.well-known/change-password');
  expect([response.status, response.headers.get('location')]).toEqual([302, '/admin/account']);
});

test('robots.txt names the sitemap and what crawlers may not read; a feed without articles is still a feed', async () => {
  await using app = await testApp();
  const routes = machineFileRoutes(app.context);
  const robots = await (await routes.request('/robots.txt')).text();
  for (const folder of ['admin', 'api', 'preview']) expect(robots).toContain(`Disallow: /${folder}\n`);
  expect(robots).toContain('Sitemap: https://society.example/sitemap.xml\n');
  expect(await (await routes.request('/feed.xml')).text()).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
});

test.each(engines)('security.txt is served once a contact is set, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  const routes = machineFileRoutes(app.context);
  const get = () => routes.request('/.well-known/security.txt');
  expect((await get()).status).toBe(404);
  const refused = await app.json('PUT', '/settings/admin', { securityContact: 'nobody' }, token);
  expect(refused.body).toMatchObject({ fields: { securityContact: 'Please enter a valid email address.' } });
  await app.json('PUT', '/settings/admin', { securityContact: ' security+site&a/b@society.example ' }, token);
  const answer = await get();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8']);
  expect(await answer.text()).toBe(
    [
      'Contact: mailto:security+site%26a%2Fb@society.example',
      'Expires: 2027-05-20T00:00:00Z',
      'Preferred-Languages: en',
      'Canonical: https://society.example/.well-known/security.txt\n',
    ].join('\n'),
  );
  await app.json('PUT', '/settings/admin', { securityContact: 'mailto:care@society.example' }, token);
  expect(await (await get()).text()).toContain('Contact: mailto:care@society.example\n');
  await app.json('PUT', '/settings/admin', { securityContact: '\ud800@society.example' }, token);
  expect(await (await get()).text()).toContain('Contact: mailto:%EF%BF%BD@society.example');
  await app.json('PUT', '/settings/admin', { securityContact: '' }, token);
  expect((await get()).status).toBe(404);
});
