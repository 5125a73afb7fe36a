import { expect, test } from 'vitest';
import type { SocietyEvent } from '../event.schema.ts';
import { groupIntoAgenda } from './agenda.ts';

const now = '2026-11-15T12:00:00.000Z';

test('the agenda shows the next event, then the coming months, then what is over', () => {
  const { lead, months, past } = groupIntoAgenda(
    ['2026-11-20', '2026-11-30', '2027-01-02', '2026-11-14', '2026-11-01', '2025-01-09'].map((day) => on(day)),
    now,
  );
  expect(lead?.id).toBe(20);
  expect(months.map(({ title, events }) => [title, ...events.map(({ id }) => id)])).toEqual([
    ['November 2026', 30],
    ['January 2027', 2],
  ]);
  expect(past.map(({ id }) => id)).toEqual([14, 1, 9]);
});

test('a cancelled or past event is not shown large', () => {
  const { lead, months } = groupIntoAgenda([on('2026-11-20', now), on('2026-11-21'), on('2026-11-22')], now);
  expect(lead?.id).toBe(21);
  expect(months[0]?.events.map(({ id }) => id)).toEqual([20, 22]);
  expect(groupIntoAgenda([on('2026-11-20', now)], now).lead).toBeUndefined();
  expect(groupIntoAgenda([on('2026-11-14')], now).lead).toBeUndefined();
});

function on(day: string, cancelledAt: string | null = null): SocietyEvent {
  const eventDate = `${day}T18:00:00`;
  return { id: Number(day.slice(8)), eventDate, startsAt: `${eventDate}.000Z`, cancelledAt } as SocietyEvent;
}
