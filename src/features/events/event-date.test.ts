import { expect, test } from 'vitest';
import { clockChange, dateProblem, parseEventDate, timeProblem } from './event-date.ts';

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

test('what is wrong is said of the day or of the time, once all of it is there', () => {
  expect(dateProblem('2026/02/31')).toBe('This date does not exist.');
  expect(timeProblem('24:61')).toBe('This time does not exist.');
  for (const typed of ['', '2026', '2026/02', '2026/02/28']) expect(dateProblem(typed)).toBeNull();
  for (const typed of ['', '24', '24:6', '23:59']) expect(timeProblem(typed)).toBeNull();
});

test('a time that the clocks skip or repeat is pointed out', () => {
  const london = (typed: string) => clockChange(typed, 'Europe/London');
  expect(london('2027/03/28T01:30')).toBe('The clocks skip this time on that day. It counts as 02:30.');
  expect(london('2027/10/31T01:30')).toBe('The clocks show this time twice on that day. The first of the two counts.');
  expect(clockChange('2027/10/03T02:15', 'Australia/Lord_Howe')).toMatch('It counts as 02:45.');
  for (const typed of ['2027/03/28T00:59', '2027/03/28T02:00', '2027/10/31T02:00', '2027/02/31T01:30', '2027/03/28T'])
    expect(london(typed)).toBeNull();
});
