import { describe, expect, test } from 'vitest';
import { sitemapXml } from '#app/feeds/sitemap.ts';
import { aYear } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { Committee, CommitteeInput } from './committee.schema.ts';
import { committeeMessages } from './committee.ts';
import { stripOldCommittees } from './forgetting.server.ts';

const ada = { name: 'Ada Lovelace', position: 'President', link: 'https://ada.example/', imageUrl: '/uploads/a.jpg' };
const ben = { name: 'Ben', position: 'Treasurer', link: null, imageUrl: null };

async function yearsOf(engine: (typeof engines)[number]) {
  const app = await testApp({ engine });
  const token = await app.signIn();
  return {
    app,
    token,
    add: (change: Partial<CommitteeInput> = {}) =>
      app.json<Committee>('POST', '/committees/admin', aYear(change), token),
    put: (id: number, change: object) => app.json<Committee>('PUT', `/committees/admin/${id}`, change, token),
    read: (label: string) => app.json<Committee>('GET', `/committees/${encodeURIComponent(label)}`),
    forget: (name: string) => app.json('POST', '/committees/admin/forget', { name }, token),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

describe.each(engines)('past committees on %s', (engine) => {
  test('everyone reads them by their label, the last year first', async () => {
    await using site = await yearsOf(engine);
    await site.add({ posts: [ada, ben] });
    await site.add({ label: '2025/26', from: '2025-09-01', to: '2026-08-31' });
    const { body } = await site.app.json<Committee[]>('GET', '/committees');
    expect(body.map(({ label, path }) => [label, path])).toEqual([
      ['2025-26', '/committee/2025-26'],
      ['2024-25', '/committee/2024-25'],
    ]);
    const year = (await site.read('2024-25')).body;
    expect(year).toMatchObject({ from: '2024-09-01', to: '2025-08-31', posts: [ada, ben] });
    expect(year).not.toHaveProperty('closing');
    for (const label of ['2023-24', 'x'.repeat(300), '../admin', '\u0000'])
      expect((await site.read(label)).status).toBe(404);
    expect(await sitemapXml(site.app.context)).toContain('/committee/2024-25</loc>');
  });

  test('two years may overlap, but not share a name, even with one in the bin', async () => {
    await using site = await yearsOf(engine);
    const { id } = (await site.add()).body;
    expect((await site.add({ label: 'Also 2024' })).status).toBe(201);
    expect((await site.add()).body).toMatchObject({ fields: { label: committeeMessages.taken('2024-25') } });
    await site.app.json('DELETE', `/committees/admin/${id}`, undefined, site.token);
    expect((await site.add()).status).toBe(201);
    const back = await site.app.json('POST', `/bin/admin/committees/${id}`, undefined, site.token);
    expect([back.status, back.body]).toMatchObject([409, { message: /Rename that one first/ }]);
  });

  test('what is wrong is said in a sentence', async () => {
    await using site = await yearsOf(engine);
    const said = async (change: Partial<CommitteeInput>) => (await site.add(change)).body as { message?: string };
    expect(await said({ to: '2024-08-31' })).toMatchObject({ fields: { to: committeeMessages.backwards } });
    expect(await said({ posts: [ada, { ...ben, name: ' ' }] })).toMatchObject({ message: committeeMessages.noName(2) });
    expect(await said({ posts: [{ ...ada, position: '' }] })).toMatchObject({
      message: committeeMessages.noPosition(1),
    });
    for (const link of ['javascript:alert(1)', 'http://ada.example', 'ada'])
      expect(await said({ posts: [{ ...ada, link }] }), link).toMatchObject({
        message: expect.stringMatching(/https/),
      });
  });

  test('a picture that is no longer there is named with its person', async () => {
    await using site = await yearsOf(engine);
    const imageUrl = '/uploads/members/1795702161000-0123456789abcdef.webp';
    expect((await site.add({ posts: [ada, { ...ben, imageUrl }] })).body).toMatchObject({
      fields: { posts: committeeMessages.missingPicture(2) },
    });
    expect((await site.add({ posts: [ada, ben], imageUrl })).body).toMatchObject({
      fields: { imageUrl: expect.stringMatching(/0123456789abcdef/) },
    });
  });

  test('someone can be removed from all years at once, picture included', async () => {
    await using site = await yearsOf(engine);
    const { id } = (await site.add({ posts: [ada, ben] })).body;
    await site.add({ label: '2023-24', posts: [{ ...ada, name: 'ADA  lovelace' }] });
    expect(await site.forget('Ada Lovelace')).toMatchObject({ body: { message: 'Removed from 2 years.' } });
    expect(await site.forget('Ada Lovelace')).toMatchObject({
      status: 404,
      body: { message: committeeMessages.unknownName('Ada Lovelace') },
    });
    expect((await site.read('2024-25')).body).toMatchObject({ version: 2, posts: [ben] });
    expect((await site.put(id, { version: 1, posts: [ada] })).status).toBe(409);
    for (const table of ['committees', 'revisions', 'drafts'] as const)
      expect(JSON.stringify(await site.app.db.selectFrom(table).selectAll().execute())).not.toMatch(/lovelace/i);
  });

  test('someone with quotation marks in their name is removed from drafts, too', async () => {
    await using site = await yearsOf(engine);
    const name = 'Ada "Countess" Lovelace';
    const { id } = (await site.add({ posts: [{ ...ada, name }, ben] })).body;
    const values = { label: '2024-25', posts: [{ name, position: 'President' }] };
    const draft = { version: 1, values };
    expect((await site.app.json('PUT', `/drafts/admin/committees-${id}`, draft, site.token)).status).toBe(200);
    await site.forget(name);
    expect(await site.app.db.selectFrom('drafts').selectAll().execute()).toEqual([]);
  });

  test('three years after the end of a year only names and positions are kept', async () => {
    await using site = await yearsOf(engine);
    const kept = { from: '2024-09-01', to: '2025-08-31', imageUrl: '/uploads/all.jpg', posts: [ada, ben] };
    const { id } = (await site.add(kept)).body;
    const { db } = site.app;
    const draft = { version: 1, values: kept };
    const put = await site.app.json('PUT', `/drafts/admin/committees-${id}`, draft, site.token);
    expect(put.status).toBe(200);
    await stripOldCommittees(db, new Date('2028-08-30T12:00:00Z'));
    expect((await site.read('2024-25')).body.posts[0]).toMatchObject(ada);
    await stripOldCommittees(db, new Date('2028-08-31T12:00:00Z'));
    expect((await site.read('2024-25')).body).toMatchObject({
      imageUrl: null,
      posts: [
        { name: ada.name, position: ada.position, link: null, imageUrl: null },
        { name: ben.name, position: ben.position },
      ],
    });
    for (const table of ['revisions', 'drafts'] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toMatch(/uploads|ada\.example/);
  });
});
