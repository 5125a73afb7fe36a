import { expect, test } from 'vitest';
import { timeInVisitorsZone } from './event-facts.tsx';

const evening = { startsAt: '2026-12-01T18:30:00.000Z', isAllDay: false };

test.each([
  ['America/New_York', '1:30 PM'],
  ['Asia/Tokyo', 'Dec 2, 2026 at 3:30 AM'],
  ['Europe/London', null],
  // The same offset at that instant.
  ['Africa/Abidjan', null],
])('from London seen in %s: %s', (there, text) => {
  expect(timeInVisitorsZone(evening, 'Europe/London', there)).toBe(text);
});

test('in summer London is not Abidjan, and whole days have no time', () => {
  const summer = { startsAt: '2027-07-01T17:30:00.000Z', isAllDay: false };
  expect(timeInVisitorsZone(summer, 'Europe/London', 'Africa/Abidjan')).toBe('5:30 PM');
  expect(timeInVisitorsZone({ ...summer, isAllDay: true }, 'Europe/London', 'Asia/Tokyo')).toBeNull();
});
