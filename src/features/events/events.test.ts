import { describe, expect, test } from 'vitest';
import { anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { SocietyEvent } from './event.schema.ts';
import { nextEventEnd } from './event-lists.server.ts';

type Page = { headers: Headers; body: { title: string }[] };

/** The titles of a public list, read by pages of `limit`; each says how many there are in all. */
async function readInPages(app: TestApp, path: string, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  const totals: number[] = [];
  for (let cursor: string | null = ''; cursor !== null && pages.length < 20; ) {
    const page: Page = await app.json('GET', `${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`);
    pages.push(page.body.map(({ title }) => title));
    cursor = page.headers.get('x-next-cursor');
    totals.push(Number(page.headers.get('x-total-count')));
  }
  expect(new Set(totals)).toEqual(new Set([pages.flat().length]));
  return pages;
}

describe.each(engines)('events on %s', (engine) => {
  test('pages go on from the upcoming ones to the past ones, each event once', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const dates = ['2026-12-01', '2026-12-02', '2026-12-02', '2026-12-03', '2026-11-01', '2026-11-02', '2026-11-02'];
    for (const [n, date] of dates.entries())
      await app.json('POST', '/events/admin', anEvent({ title: `${n}`, eventDate: `${date}T18:00:00` }), token);
    const inOrder = ['0', '1', '2', '3', '6', '5', '4'];
    for (const limit of [1, 2, 3, 4, 5, 6])
      expect((await readInPages(app, '/events', limit)).flat(), `by ${limit}`).toEqual(inOrder);
    expect(await readInPages(app, '/events/upcoming', 2)).toEqual([
      ['0', '1'],
      ['2', '3'],
    ]);
    expect(await readInPages(app, '/events/past', 2)).toEqual([['6', '5'], ['4']]);
  });

  test('the end of an event in the bin does not make visitors’ pages expire', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const ids: number[] = [];
    for (const eventDate of ['2026-12-01T18:00:00', '2026-12-02T18:00:00'])
      ids.push((await app.json<SocietyEvent>('POST', '/events/admin', anEvent({ eventDate }), token)).body.id);
    const end = async () => (await nextEventEnd(app.db, app.clock.now()))?.toISOString();
    expect(await end()).toBe('2026-12-01T18:00:00.001Z');
    await app.json('DELETE', `/events/admin/${ids[0]}`, undefined, token);
    expect(await end()).toBe('2026-12-02T18:00:00.001Z');
  });

  test('an event of several days keeps its last day when it becomes one without times', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const fair = anEvent({ eventDate: '2026-12-02T18:00:00', endDate: '2026-12-04T10:00:00' });
    const { body } = await app.json<SocietyEvent>('POST', '/events/admin', fair, token);
    const change = async (input: object) =>
      (await app.json<SocietyEvent>('PUT', `/events/admin/${body.id}`, input, token)).body;
    expect(await change({ isAllDay: true })).toMatchObject({
      eventDate: '2026-12-02T00:00:00',
      endDate: '2026-12-04T00:00:00',
    });
    expect(await change({ isAllDay: false, eventDate: '2026-12-02T18:00:00' })).toMatchObject({
      endDate: '2026-12-04T18:00:00',
    });
  });
});
