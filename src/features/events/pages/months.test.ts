import { expect, test } from 'vitest';
import type { SocietyEvent } from '../event.schema.ts';
import { byMonth } from './months.ts';

const now = '2026-11-15T12:00:00.000Z';

test('a list falls into months in its own order; what is over of this month stands apart', () => {
  const months = byMonth(
    ['2026-11-20', '2026-11-30', '2027-01-02', '2026-11-14', '2026-11-01', '2025-01-09'].map(on),
    now,
  );
  expect(months.map(({ title, events }) => [title, ...events.map(({ id }) => id)])).toEqual([
    ['November 2026', 20, 30],
    ['January 2027', 2],
    ['Earlier in November 2026', 14, 1],
    ['January 2025', 9],
  ]);
});

test('a list of past events alone needs no such word', () => {
  expect(byMonth([on('2026-11-14')], now).map(({ title }) => title)).toEqual(['November 2026']);
});

function on(day: string): SocietyEvent {
  const eventDate = `${day}T18:00:00`;
  return { id: Number(day.slice(8)), eventDate, startsAt: `${eventDate}.000Z` } as SocietyEvent;
}
