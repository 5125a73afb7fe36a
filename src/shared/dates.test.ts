import { expect, test } from 'vitest';
import { longDate, shortDate, wallTimeText } from './dates.ts';

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
