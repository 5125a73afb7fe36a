import { expect, test } from 'vitest';
import { isRealDate, isTimeZone, relativeTime, wallTimeToInstant, wallTimeWithOffset } from './instants.ts';

test('a wall time becomes the instant of its zone, in summer and in winter', () => {
  expect(wallTimeToInstant('2026-12-04T18:30:00', 'Europe/London')).toBe('2026-12-04T18:30:00.000Z');
  expect(wallTimeToInstant('2026-07-04T18:30:00', 'Europe/London')).toBe('2026-07-04T17:30:00.000Z');
  expect(wallTimeToInstant('2026-07-04T18:30:00', 'Asia/Kolkata')).toBe('2026-07-04T13:00:00.000Z');
  expect(wallTimeToInstant('2026-07-04T08:00:00', 'Pacific/Kiritimati')).toBe('2026-07-03T18:00:00.000Z');
});

test('a time that the clocks skip moves forward, a repeated one is the first', () => {
  expect(wallTimeToInstant('2026-03-29T01:30:00', 'Europe/London')).toBe('2026-03-29T01:30:00.000Z');
  expect(wallTimeToInstant('2026-10-25T01:30:00', 'Europe/London')).toBe('2026-10-25T00:30:00.000Z');
  expect(wallTimeToInstant('2026-03-08T02:30:00', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
  expect(wallTimeToInstant('2026-11-01T01:30:00', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
});

test('dates that do not exist are told apart', () => {
  expect(isRealDate('2026-02-31')).toBe(false);
  expect(isRealDate('2026-02-29')).toBe(false);
  expect(isRealDate('2028-02-29')).toBe(true);
  expect(isRealDate('2100-02-29')).toBe(false);
  expect(isRealDate('2026-00-10')).toBe(false);
  expect(isRealDate('2026-13-01')).toBe(false);
  expect(isRealDate('2026-12-04T24:00')).toBe(false);
  expect(isRealDate('2026/12/04')).toBe(false);
  expect(() => wallTimeToInstant('2026-02-31T10:00:00', 'Europe/London')).toThrow(RangeError);
});

const now = new Date('2026-11-21T12:00:00.000Z');

test.each([
  ['2026-11-21T11:59:30.000Z', 'just now'],
  ['2026-11-21T12:00:20.000Z', 'just now'],
  ['2026-11-21T11:59:00.000Z', '1 minute ago'],
  ['2026-11-21T11:00:01.000Z', '59 minutes ago'],
  ['2026-11-21T09:10:00.000Z', '2 hours ago'],
  ['2026-11-18T12:00:00.000Z', '3 days ago'],
  ['2026-09-21T12:00:00.000Z', null],
])('%s is %s', (instant, words) => {
  expect(relativeTime(instant, now)).toBe(words);
});

test('a time zone has a name', () => {
  for (const good of ['Europe/London', 'America/New_York', 'UTC', 'Asia/Kolkata', 'Asia/Calcutta'])
    expect(isTimeZone(good), good).toBe(true);
  for (const bad of ['', 'Europe/Atlantis', '+02:00', 'London', 'Europe/London ', '../etc', 'BST', 'ist'])
    expect(isTimeZone(bad), bad).toBe(false);
});

test('a wall time says how far its zone is ahead of UTC', () => {
  expect(wallTimeWithOffset('2026-07-01T18:00:00', '2026-07-01T17:00:00.000Z')).toBe('2026-07-01T18:00:00+01:00');
  expect(wallTimeWithOffset('2026-12-01T18:00:00', '2026-12-01T18:00:00.000Z')).toBe('2026-12-01T18:00:00+00:00');
  expect(wallTimeWithOffset('2026-12-01T09:30:00', '2026-12-01T13:00:00.000Z')).toBe('2026-12-01T09:30:00-03:30');
  expect(wallTimeWithOffset('2026-12-01T18:00:00', '2026-12-01T12:15:00.000Z')).toBe('2026-12-01T18:00:00+05:45');
  expect(wallTimeWithOffset('1930-05-01T12:00:00', '1930-05-01T11:40:28.000Z')).toBe('1930-05-01T11:40:28.000Z');
  // Skipped by the clocks in spring: still the same instant.
  const skipped = wallTimeToInstant('2026-03-29T01:30:00', 'Europe/London');
  expect(Date.parse(wallTimeWithOffset('2026-03-29T01:30:00', skipped))).toBe(Date.parse(skipped));
});
