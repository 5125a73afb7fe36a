import { expect, test } from 'vitest';
import { eventTimeText, longDate, shortDate, wallTimeText } from './dates.ts';

test('instants are shown as days of the given zone', () => {
  expect(shortDate('2026-11-14T23:30:00.000Z', 'Europe/London')).toBe('Nov 14, 2026');
  expect(shortDate('2026-11-14T23:30:00.000Z', 'Europe/Berlin')).toBe('Nov 15, 2026');
  expect(longDate('2026-01-01T04:00:00.000Z', 'America/New_York')).toBe('December 31, 2025');
});

test('a wall time is shown as typed', () => {
  expect(wallTimeText('2026-12-04T18:30:00')).toBe('Dec 4, 2026 at 6:30 PM');
  expect(wallTimeText('2026-12-12T10:00')).toBe('Dec 12, 2026 at 10:00 AM');
  expect(wallTimeText('2027-01-18T00:05:00')).toBe('Jan 18, 2027 at 12:05 AM');
  expect(wallTimeText('2027-01-18T12:00:00')).toBe('Jan 18, 2027 at 12:00 PM');
  expect(wallTimeText('soon')).toBe('soon');
});

test.each([
  ['2026-12-01T18:30:00', '2026-12-01T20:30:00', 'Dec 1, 2026 at 6:30 PM – 8:30 PM'],
  ['2026-12-01T11:00:00', '2026-12-01T12:00:00', 'Dec 1, 2026 at 11:00 AM – 12:00 PM'],
  ['2026-12-02T10:00:00', '2026-12-04T16:00:00', 'Dec 2, 2026 at 10:00 AM – Dec 4, 2026 at 4:00 PM'],
  ['2026-12-31T22:00:00', '2027-01-01T02:00:00', 'Dec 31, 2026 at 10:00 PM – Jan 1, 2027 at 2:00 AM'],
])('from %s to %s: %s', (eventDate, endDate, text) => {
  expect(eventTimeText({ eventDate, endDate, isAllDay: false })).toBe(text);
});

test.each([
  ['2026-12-02', null, 'Dec 2, 2026'],
  ['2026-12-02', '2026-12-02', 'Dec 2, 2026'],
  ['2026-12-02', '2026-12-04', 'Dec 2 – 4, 2026'],
  ['2026-12-02', '2026-12-14', 'Dec 2 – 14, 2026'],
  ['2026-11-30', '2026-12-02', 'Nov 30 – Dec 2, 2026'],
  ['2026-12-30', '2027-01-02', 'Dec 30, 2026 – Jan 2, 2027'],
  ['2026-12-02', '2027-12-04', 'Dec 2, 2026 – Dec 4, 2027'],
])('all day from %s to %s: %s', (first, last, text) => {
  const endDate = last && `${last}T00:00:00`;
  expect(eventTimeText({ eventDate: `${first}T00:00:00`, endDate, isAllDay: true })).toBe(text);
});

test.each(['2026-12-04T18:30:00', '2026-12-12T10:00', '2027-01-18T00:05:00', 'soon'])(
  '%s without an end is the text of its start, byte for byte',
  (eventDate) => {
    for (const times of [{ eventDate }, { eventDate, endDate: null, isAllDay: false }])
      expect(eventTimeText(times)).toBe(wallTimeText(eventDate));
  },
);
