import { expect, test } from 'vitest';
import { datesOfRepeats, type Rhythm } from './repeat-dialog.tsx';

test.each<[string, Rhythm, string[]]>([
  // Over the change of the clocks and a leap day.
  ['2028-02-22', 'weekly', ['2028-02-29', '2028-03-07', '2028-03-14']],
  ['2026-12-22', 'fortnightly', ['2027-01-05', '2027-01-19', '2027-02-02']],
  // The second Tuesday.
  ['2026-12-08', 'monthly', ['2027-01-12', '2027-02-09', '2027-03-09']],
  // The fifth Monday, which is the last where a month has four.
  ['2026-11-30', 'monthly', ['2026-12-28', '2027-01-25', '2027-02-22']],
  ['2027-01-29', 'monthly', ['2027-02-26', '2027-03-26', '2027-04-30']],
])('%s, %s', (day, rhythm, dates) => {
  expect(datesOfRepeats(day, rhythm, 3)).toEqual(dates);
});

test('at most 30 dates, and none beyond the last year', () => {
  expect(datesOfRepeats('2026-12-08', 'weekly', 100)).toHaveLength(30);
  expect(datesOfRepeats('2199-12-10', 'weekly', 10)).toEqual(['2199-12-17', '2199-12-24', '2199-12-31']);
});
