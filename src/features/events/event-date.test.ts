import { expect, test } from 'vitest';
import { parseEventDate } from './event-date.ts';

test.each([
  ['2026-12-01T18:00:00', '2026-12-01T18:00:00'],
  ['2026/12/01T18:00', '2026-12-01T18:00:00'],
  ['2026-12-01 18:00', '2026-12-01T18:00:00'],
  ['2028-02-29T09:30:00', '2028-02-29T09:30:00'],
])('%s is read as %s', (typed, wallTime) => {
  expect(parseEventDate(typed)).toEqual({ wallTime });
});

test.each([
  '2026/02/31T18:00',
  '2027-02-29T10:00',
  '2026-13-01T10:00',
  '2026-12-01T24:00',
  '2026-12-01T10:60',
  '2026-00-10T10:00',
])('%s does not exist', (typed) => {
  expect(parseEventDate(typed)).toBe('impossible');
});

test.each(['', '2026-12-01', '2026/1/1T10:00', '18:00', 'tomorrow', '2026-12-01T18:00:00Z'])(
  '%j is incomplete',
  (typed) => {
    expect(parseEventDate(typed)).toBe('incomplete');
  },
);
