import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

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
