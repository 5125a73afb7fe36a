import { expect, test } from 'vitest';
import { sanitiseHtml } from '#features/articles/content/sanitise.server.ts';
import { testApp } from '#tests/support/test-app.ts';
import { seedDemo } from './seed.ts';

type Row = { id: number; imageUrl: string | null; image: { variants: unknown[] } | null };
type Text = Row & { title: string; content: string; description: string; endDate?: string; cancelledAt?: string };

test('a new site gets its demo content once, with pictures', async () => {
  await using app = await testApp();
  await seedDemo(app.context);
  const articles = (await app.json<Text[]>('GET', '/articles')).body;
  const upcoming = (await app.json<Text[]>('GET', '/events/upcoming')).body;
  const past = (await app.json<Text[]>('GET', '/events/past')).body;
  const members = (await app.json<(Row & { name: string; bio: string })[]>('GET', '/members')).body;
  expect([articles.length, upcoming.length, past.length, members.length]).toEqual([8, 9, 3, 10]);
  const drawn = [...articles, ...upcoming, ...members].filter(({ imageUrl }) => imageUrl);
  expect(drawn).toHaveLength(8 + 7 + 7);
  for (const { imageUrl, image } of drawn) {
    expect(image?.variants.length).toBeGreaterThan(0);
    expect(await app.context.store.get(imageUrl?.replace('/uploads/', '') ?? '')).not.toBeNull();
  }

  expect(upcoming.filter((event) => event.endDate)).toHaveLength(5);
  expect(upcoming.filter((event) => event.cancelledAt)).toMatchObject([{ cancellationNote: expect.any(String) }]);

  const token = await app.signIn();
  const { content } = (await app.json<Text>('GET', `/articles/${articles[0]?.id}`, undefined, token)).body;
  expect(content).toContain('This article is demo content');
  expect(sanitiseHtml(content)).toBe(content);
  const farm = articles.find(({ title }) => title.includes('farm visit'))?.id;
  const { body } = await app.json<Text>('GET', `/articles/${farm}`, undefined, token);
  expect(body.content).toMatch(/<figure><img [^>]*src="\/uploads[^>]*><figcaption/);
  for (const { description } of [...upcoming, ...past]) expect(description).toContain('This is a demo event');
  for (const { name, bio } of members) expect(`${name} ${bio}`).toMatch(/^Demo Member .*This is a demo profile/s);

  const uploads = await app.db.selectFrom('uploads').select('id').execute();
  for (const table of ['articles', 'events', 'members'] as const) await app.db.deleteFrom(table).execute();
  await seedDemo(app.context);
  expect((await app.json('GET', '/articles')).body).toEqual([]);
  expect(await app.db.selectFrom('uploads').select('id').execute()).toHaveLength(uploads.length);
});

test('a site with content of its own gets no demo', async () => {
  await using app = await testApp();
  const member = { name: 'A', position: 'B', bio: '' };
  await app.json('POST', '/members/admin', member, await app.signIn());
  await seedDemo(app.context);
  expect((await app.json<unknown[]>('GET', '/members')).body).toHaveLength(1);
  expect((await app.json<unknown[]>('GET', '/articles')).body).toHaveLength(0);
});
