import { expect, test } from 'vitest';
import { dateInWords } from './typed-moment.ts';

const today = '2026-11-22';

test.each([
  ['2026/12/03', '6:30pm', 'Thursday, December 3, 2026, 6:30 PM, in 11 days'],
  ['2026/11/22', '00:00', 'Sunday, November 22, 2026, 12:00 AM, today'],
  ['2026/11/23', '', 'Monday, November 23, 2026, tomorrow'],
  ['2026/11/21', '12:00 PM', 'Saturday, November 21, 2026, 12:00 PM, yesterday'],
  ['2023/02/01', '', 'Wednesday, February 1, 2023, 1,390 days ago'],
  ['2062/12/03', '18:30', 'Sunday, December 3, 2062, 6:30 PM, in 13,160 days'],
  ['', '18:30', '6:30 PM'],
  ['3/12/2027', '7', ''],
])('%s and %s are read back as %j', (date, time, text) => {
  expect(dateInWords({ date, time }, today)).toBe(text);
});
