import { describe, expect, test } from 'vitest';
import { anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { SocietyEvent, SocietyEventInput } from './event.schema.ts';

type Page = { headers: Headers; body: { title: string }[] };

/** The titles of a public list, read by pages of `limit`. */
async function readInPages(app: TestApp, path: string, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null && pages.length < 20; ) {
    const page: Page = await app.json('GET', `${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`);
    pages.push(page.body.map(({ title }) => title));
    cursor = page.headers.get('x-next-cursor');
  }
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

  test('a day has what touches it in the zone of the site, but nothing in the bin', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await app.json('PUT', '/settings/admin', { timeZone: 'America/New_York' }, token);
    const add = async (title: string, times: Partial<SocietyEventInput>) =>
      (await app.json<SocietyEvent>('POST', '/events/admin', anEvent({ title, ...times }), token)).body;
    await add('the day before', { eventDate: '2026-11-30T23:59:00' });
    await add('until midnight', { eventDate: '2026-11-30T20:00:00', endDate: '2026-12-01T00:00:00' });
    await add('through the night', { eventDate: '2026-11-30T20:00:00', endDate: '2026-12-01T00:01:00' });
    const binned = await add('in the bin', { eventDate: '2026-12-01T12:00:00' });
    await app.json('DELETE', `/events/admin/${binned.id}`, undefined, token);
    await add('late', { eventDate: '2026-12-01T23:59:00' });
    await add('at midnight', { eventDate: '2026-12-01T00:00:00' });
    await add('the day after', { eventDate: '2026-12-02T00:00:00' });
    const fair = await add('fair', { eventDate: '2026-11-29', endDate: '2026-12-01', isAllDay: true });
    await add('whole day before', { eventDate: '2026-11-30', isAllDay: true });
    const { status, body } = await app.json<SocietyEvent[]>('GET', '/events/admin?day=2026-12-01', undefined, token);
    expect({ status, titles: body.map(({ title }) => title) }).toEqual({
      status: 200,
      titles: ['fair', 'through the night', 'at midnight', 'late'],
    });
    const { id, eventDate, endDate } = fair;
    expect(body[0]).toMatchObject({ id, title: 'fair', eventDate, endDate, isAllDay: true, cancelledAt: null });
    expect((await app.json('GET', '/events/admin?day=2026-12-03', undefined, token)).body).toEqual([]);
    for (const day of ['2026-02-30', '9999-12-31', '0000-01-01', '2026-1-1', 'today'])
      expect((await app.json('GET', `/events/admin?day=${day}`, undefined, token)).status, day).toBe(400);
    expect((await app.json('GET', '/events/admin?day=2026-12-01')).status).toBe(401);
  });
});
