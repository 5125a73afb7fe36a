import { expect, test } from 'vitest';
import { presetMoments } from './schedule-dialog.tsx';

test.each([
  // A Sunday, and in the site's zone a Monday already.
  ['2026-11-29T20:00:00.000Z', 'Europe/London', 'Monday 8:00 AM', '2026/11/30'],
  ['2026-11-29T20:00:00.000Z', 'Asia/Tokyo', 'next Monday 8:00 AM', '2026/12/07'],
  ['2026-12-01T12:00:00.000Z', 'Europe/London', 'Monday 8:00 AM', '2026/12/07'],
])('at %s in %s the second preset is %s, %s', (now, timeZone, label, date) => {
  expect(presetMoments(new Date(now), timeZone)[1]).toEqual([label, { date, time: '08:00' }]);
});
