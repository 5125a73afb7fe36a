import { describe, expect, test } from 'vitest';
import { aPage } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { Page, PageLink } from './page.schema.ts';
import { pageMessages } from './page.ts';
import { cleanRestoredPages } from './pages.server.ts';

async function pagesOf(engine: (typeof engines)[number]) {
  const app = await testApp({ engine });
  const token = await app.signIn();
  return {
    app,
    token,
    add: (change: object = {}) => app.json<Page>('POST', '/pages/admin', aPage(change), token),
    put: (id: number, change: object) => app.json<Page>('PUT', `/pages/admin/${id}`, change, token),
    remove: (id: number) => app.json('DELETE', `/pages/admin/${id}`, undefined, token),
    read: (address: string) => app.json<Page>('GET', `/pages/${encodeURIComponent(address)}`),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

describe.each(engines)('pages on %s', (engine) => {
  test('visitors list and read published pages, and nothing else', async () => {
    await using site = await pagesOf(engine);
    await site.add({ title: 'Second', position: 2 });
    await site.add({ title: 'First', position: 1, place: 'footer' });
    const draft = await site.add({ title: 'Draft', isPublished: false });
    const listed = await site.app.json<PageLink[]>('GET', '/pages');
    expect(listed.body.map(({ title, path, place }) => [title, path, place])).toEqual([
      ['First', '/first', 'footer'],
      ['Second', '/second', 'none'],
    ]);
    expect(listed.body[0]).not.toHaveProperty('content');
    expect((await site.read('first')).body).toMatchObject({ title: 'First', content: aPage().content });
    for (const named of ['draft', String(draft.body.id), 'nothing', 'x'.repeat(300)])
      expect((await site.read(named)).status, named).toBe(404);
    const own = await site.app.json<Page>('GET', '/pages/draft', undefined, site.token);
    expect(own.body).toMatchObject({ id: draft.body.id, isPublished: false });
  });

  test('a page that goes public with gaps says so in the answer', async () => {
    await using site = await pagesOf(engine);
    const content = '<p>[Name of the person who answers] and [president].</p>';
    const draft = (await site.add({ content, isPublished: false })).body;
    expect(draft.gaps).toBeUndefined();
    const open = (await site.put(draft.id, { isPublished: true })).body;
    expect(open.gaps).toEqual(['[Name of the person who answers]', '[president]']);
    expect((await site.put(draft.id, { content: '<p>Ada answers.</p>' })).body.gaps).toBeUndefined();
  });

  test('an address is made from the title, in its script, and is never one in use', async () => {
    await using site = await pagesOf(engine);
    const address = async (title: string) => (await site.add({ title })).body.address;
    expect(await address('Über uns')).toBe('uber-uns');
    expect(await address('Über uns')).toBe('uber-uns-2');
    expect(await address('Events')).toBe('events-2');
    expect(await address('🦇')).toBe('page');
    expect(await address('隐私政策')).toBe('隐私政策');
    expect((await site.read('隐私政策')).status).toBe(200);
    expect((await address('word '.repeat(20).trim())).length).toBeLessThanOrEqual(60);
    expect((await address('word '.repeat(20).trim())).endsWith('-2')).toBe(true);
  });

  test('an old address leads to its page permanently, and to no other one', async () => {
    await using site = await pagesOf(engine);
    const { id } = (await site.add({ address: 'privacy' })).body;
    expect((await site.put(id, { address: 'data' })).body.address).toBe('data');
    expect((await site.put(id, { address: 'what-we-keep' })).body.path).toBe('/what-we-keep');
    for (const old of ['privacy', 'data', 'Data'])
      expect((await site.read(old)).body, old).toMatchObject({ id, address: 'what-we-keep' });
    const other = await site.add({ address: 'privacy' });
    expect([other.status, other.body]).toMatchObject([
      400,
      { fields: { address: pageMessages.taken('privacy', 'House rules') } },
    ]);
    expect((await site.put(id, { address: 'privacy' })).body.address).toBe('privacy');
    expect((await site.read('what-we-keep')).body.address).toBe('privacy');
    await site.remove(id);
    const binned = await site.add({ address: 'data' });
    expect(binned.body).toMatchObject({ message: pageMessages.takenInBin('data', 'House rules') });
  });

  test('the menu takes five pages; drafts do not count', async () => {
    await using site = await pagesOf(engine);
    for (let n = 0; n < 5; n++) expect((await site.add({ place: 'menu' })).status).toBe(201);
    expect((await site.add({ place: 'menu' })).body).toMatchObject({ fields: { place: pageMessages.fullMenu } });
    const draft = await site.add({ place: 'menu', isPublished: false });
    expect(draft.status).toBe(201);
    expect((await site.put(draft.body.id, { isPublished: true })).status).toBe(400);
    expect((await site.put(1, { title: 'Still in the menu' })).status).toBe(200);
    expect((await site.put(1, { title: 'Events' })).body).toMatchObject({ message: pageMessages.inMenu('Events') });
  });

  test('two pages that are saved at the same moment get two addresses', async () => {
    await using site = await pagesOf(engine);
    const made = await Promise.all(Array.from({ length: 4 }, () => site.add()));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(made.map(({ body }) => body.address)).size).toBe(4);
  });

  test('its text is cleaned, and one that is too long gets a sentence', async () => {
    await using site = await pagesOf(engine);
    const hostile = '<p>Bats<script>alert(1)</script> <a href="javascript:alert(1)">here</a></p>';
    const { address } = (await site.add({ content: hostile })).body;
    const cleaned = (await site.read(address)).body.content;
    expect(cleaned).not.toMatch(/script/);
    await site.app.db.updateTable('pages').set({ content: hostile }).execute();
    await cleanRestoredPages(site.app.db);
    expect((await site.read(address)).body.content).toBe(cleaned);
    const long = `<p>${'Words. '.repeat(45_000)}</p>`;
    const refused = await site.add({ content: long });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: { content: expect.stringMatching(/long|kB/) } },
    ]);
  });
});
