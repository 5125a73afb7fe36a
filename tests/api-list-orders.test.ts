import { describe, expect, test } from 'vitest';
import { kinds } from '#app/kinds.ts';
import { anArticle, anEvent, samples } from './support/builders.ts';
import { everyEngine } from './support/database.ts';
import { addSubscribers } from './support/fill-database.ts';
import { type TestApp, testApp } from './support/test-app.ts';

type Item = { id: number; title?: string; name?: string; label?: string };

/** Page by page, as 'Load more' does. */
async function listed(app: TestApp, token: string, path: string): Promise<string[]> {
  const titles: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const { status, headers, body } = await app.json<Item[]>('GET', path + next, undefined, token);
    expect(status).toBe(200);
    titles.push(...body.map(({ title, name, label }) => title ?? name ?? label ?? ''));
    cursor = headers.get('x-next-cursor');
    expect(Number(headers.get('x-total-count'))).toBeGreaterThanOrEqual(titles.length);
  }
  return titles;
}

describe.each(everyEngine)('what an administrator lists on %s', (engine) => {
  test.each(kinds)('$name come in their order, page by page, each once', async ({ name, titleField }) => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const ids: number[] = [];
    for (const [at, title] of ['bats', 'Ants', 'Cows', 'ants', 'Dogs'].entries()) {
      app.clock.advance(60_000);
      const date = name === 'events' ? { eventDate: `2027-0${at + 1}-01T10:00:00` } : {};
      const input = { ...samples[name].input, ...date, [titleField]: title };
      ids.push((await app.json<Item>('POST', `/${name}/admin`, input, token)).body.id);
    }
    app.clock.advance(60_000);
    await app.json('PUT', `/${name}/admin/${ids[2]}`, { [titleField]: 'Cows' }, token);
    const byTitle = ['members', 'pages'].includes(name);
    const expected = byTitle ? ['ants', 'ants', 'bats', 'cows', 'dogs'] : ['dogs', 'ants', 'cows', 'ants', 'bats'];
    for (const limit of [1, 2, 5, 100]) {
      const titles = await listed(app, token, `/${name}/admin?limit=${limit}`);
      // People sort 'Ants' and 'ants' alike; a database may not.
      expect(titles.map(lower)).toEqual(expected);
    }
    expect((await app.json('GET', `/${name}/admin?state=nowhere`, undefined, token)).status).toBe(400);
    expect((await app.json('GET', `/${name}/admin?cursor=WzEsMl0`, undefined, token)).status).toBe(400);
  });

  test.each(kinds.filter(({ name }) => name === 'members' || name === 'pages'))(
    '$name from A to Z are sorted as people expect, in every script',
    async ({ name, titleField }) => {
      await using app = await testApp({ engine });
      const token = await app.signIn();
      const long = (text: string) => text.repeat(50).slice(0, 50);
      const sorted = [
        'Änderung',
        'Apfel',
        'Écologie',
        'ecologists',
        'Ecology',
        'Éxodo',
        'Zebra',
        'Ωmega',
        long('яблоко'),
        long('生態'),
      ];
      for (const title of sorted.toReversed())
        await app.json('POST', `/${name}/admin`, { ...samples[name].input, [titleField]: title }, token);
      for (const limit of [1, 3, 100])
        expect(await listed(app, token, `/${name}/admin?limit=${limit}`)).toEqual(sorted);
    },
  );

  test('articles by state', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const add = async (title: string, isPublished: boolean) =>
      (await app.json<Item>('POST', '/articles/admin', anArticle({ title, isPublished }), token)).body.id;
    await add('Draft', false);
    const sent = await add('Sent', true);
    await add('Unsent', true);
    const binned = await add('Binned', true);
    await addSubscribers(app.db, 1, app.clock.now());
    await app.json('POST', `/newsletter/admin/send/${sent}`, undefined, token);
    await app.json('DELETE', `/articles/admin/${binned}`, undefined, token);
    const found = async (state: string) => (await listed(app, token, `/articles/admin?limit=1&state=${state}`)).sort();
    expect(await found('draft')).toEqual(['Draft']);
    expect(await found('published')).toEqual(['Sent', 'Unsent']);
    expect(await found('unsent')).toEqual(['Unsent']);
    expect(await listed(app, token, '/articles/admin?state=published&search=unsent')).toEqual(['Unsent']);
  });

  test('events and members by state', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const add = async (title: string, eventDate: string) =>
      (await app.json<Item>('POST', '/events/admin', anEvent({ title, eventDate }), token)).body.id;
    await add('Past', '2020-01-01T10:00:00');
    await add('Coming', '2099-01-01T10:00:00');
    await app.json('POST', `/events/admin/${await add('Off', '2099-02-01T10:00:00')}/cancel`, {}, token);
    for (const [state, title] of [
      ['upcoming', 'Coming'],
      ['past', 'Past'],
      ['cancelled', 'Off'],
    ])
      expect(await listed(app, token, `/events/admin?state=${state}`)).toEqual([title]);

    for (const [name, isActive] of Object.entries({ Ann: true, Bob: false }))
      await app.json('POST', '/members/admin', { name, position: 'Chair', isActive }, token);
    expect(await listed(app, token, '/members/admin?state=shown')).toEqual(['Ann']);
    expect(await listed(app, token, '/members/admin?state=hidden')).toEqual(['Bob']);
  });
});

function lower(text: string): string {
  return text.toLowerCase();
}
