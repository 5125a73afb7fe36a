import { expect, test } from 'vitest';
import type { Article } from '#features/articles/article.schema.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import { feedRoutes } from './feeds.ts';

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
  const routes = feedRoutes(app.context);
  const get = async (path: string) => {
    const response = await routes.request(path);
    return { type: response.headers.get('content-type'), status: response.status, text: await response.text() };
  };
  return { get, shown, hidden, event, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

test.each(engines)('the feed has what visitors may read, in proper XML, on %s', async (engine) => {
  await using app = await appWithArticles(engine);
  const { status, type, text } = await app.get('/feed.xml');
  expect(status).toBe(200);
  expect(type).toBe('application/atom+xml; charset=utf-8');
  expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?><feed xmlns="http:\/\/www.w3.org\/2005\/Atom">/);
  expect(text.match(/<entry>/g)).toHaveLength(1);
  expect(text).toContain(
    `<id>https://society.example/articles/${app.shown}</id><title>Bats &amp; &lt;farms&gt;</title>`,
  );
  expect(text).toContain('<published>2026-11-21T12:00:00.000Z</published><updated>2026-11-21T12:00:00.000Z</updated>');
  expect(text).not.toMatch(/A draft|Thrown away/);
});

test.each(engines)('the map of the site has every public page and no other, on %s', async (engine) => {
  await using app = await appWithArticles(engine);
  const { type, text } = await app.get('/sitemap.xml');
  expect(type).toBe('application/xml; charset=utf-8');
  const pages = ['/', '/about', '/articles', '/events', `/articles/${app.shown}`, `/events/${app.event}`];
  expect([...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1])).toEqual(
    pages.map((path) => `https://society.example${path}`),
  );
  expect(text.match(/<lastmod>2026-11-21T12:00:00.000Z<\/lastmod>/g)).toHaveLength(2);
});

test('crawlers learn where the map is and what is not theirs; an empty feed is one', async () => {
  await using app = await testApp();
  const routes = feedRoutes(app.context);
  const robots = await (await routes.request('/robots.txt')).text();
  for (const folder of ['admin', 'api', 'preview']) expect(robots).toContain(`Disallow: /${folder}\n`);
  expect(robots).toContain('Sitemap: https://society.example/sitemap.xml\n');
  expect(await (await routes.request('/feed.xml')).text()).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
});

test.each(engines)('whom to tell of a weakness is there once it is set, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  const routes = feedRoutes(app.context);
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
  await app.json('PUT', '/settings/admin', { securityContact: '\ud800@society.example' }, token);
  expect(await (await get()).text()).toContain('Contact: mailto:%EF%BF%BD@society.example');
  await app.json('PUT', '/settings/admin', { securityContact: '' }, token);
  expect((await get()).status).toBe(404);
});
