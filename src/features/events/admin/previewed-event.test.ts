import { expect, test } from 'vitest';
import type { SocietyEvent } from '../event.schema.ts';
import { type EventValues, eventValues } from './event-values.ts';
import { beginsInEvening, previewedEvent, typedStart } from './previewed-event.ts';

const filled: EventValues = {
  ...eventValues(null, 'Europe/London'),
  ...{ title: ' Walk ', date: '2026/12/01', time: '6:30 pm', location: 'Marsh' },
};

function typed(change: Partial<EventValues> = {}, item: SocietyEvent | null = null) {
  return { values: { ...filled, ...change }, file: null, item };
}

test('a card has what is typed, at its instants in the zone of the site', () => {
  expect(previewedEvent(typed({ endTime: '8:30 pm' }), 'America/New_York')).toMatchObject({
    ...{ title: 'Walk', location: 'Marsh', eventDate: '2026-12-01T18:30:00', endDate: '2026-12-01T20:30:00' },
    ...{ startsAt: '2026-12-01T23:30:00.000Z', endsAt: '2026-12-02T01:30:00.000Z', cancelledAt: null },
  });
  expect(previewedEvent(typed({ isAllDay: true, time: '' }), 'Europe/London')).toMatchObject({
    eventDate: '2026-12-01T00:00:00',
    endsAt: '2026-12-02T00:00:00.000Z',
  });
});

test.each<Partial<EventValues>>([
  { date: '3/12/2026' },
  { date: '2026/12' },
  { date: '2026/02/31' },
  { time: 'midnight' },
  { time: '' },
  { endTime: '25:00' },
  { endTime: '17:00' },
  { title: ' ' },
  { location: '' },
])('there is none with %j', (change) => {
  expect(previewedEvent(typed(change), 'Europe/London')).toBeNull();
});

test('a saved event keeps its cancellation, and its picture until another is chosen', () => {
  const image = { width: 960, height: 600, color: '#ffffff', variants: [] };
  const item = { id: 7, cancelledAt: '2026-11-01T00:00:00.000Z', imageUrl: '/uploads/a.jpg', image };
  const saved = item as unknown as SocietyEvent;
  expect(previewedEvent(typed({ imageUrl: '/uploads/a.jpg' }, saved), 'Europe/London')).toMatchObject(item);
  expect(previewedEvent(typed({}, saved), 'Europe/London')).toMatchObject({ imageUrl: null, image: null });
});

test('the evening begins at 17:00', () => {
  const day = '2026-12-01';
  expect(typedStart(typed())).toEqual({ day, isEvening: true });
  expect(typedStart(typed({ time: '17:00' }))).toEqual({ day, isEvening: true });
  for (const change of [{ time: '16:59' }, { time: '' }, { isAllDay: true }])
    expect(typedStart(typed(change))).toEqual({ day, isEvening: false });
  expect(typedStart(typed({ date: '3/12/2026' }))).toEqual({ day: null, isEvening: true });
  const other = (eventDate: string, isAllDay = false) => ({ eventDate, isAllDay });
  expect(beginsInEvening(other('2026-12-01T17:00:00'), day)).toBe(true);
  expect(beginsInEvening(other('2026-12-01T16:59:00'), day)).toBe(false);
  expect(beginsInEvening(other('2026-11-30T20:00:00'), day)).toBe(false);
  expect(beginsInEvening(other('2026-12-01T18:00:00', true), day)).toBe(false);
});
