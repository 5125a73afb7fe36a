import { expect, test } from 'vitest';
import { dateProblem } from '#shared/typed-date.ts';
import { clockChangeNotice, parseEventWallTime } from './event-date-validation.ts';

test.each([
  ['2026-12-01T18:00:00', '2026-12-01T18:00:00'],
  ['2026/12/01T18:00', '2026-12-01T18:00:00'],
  ['2026-12-01 18:00', '2026-12-01T18:00:00'],
  ['2028-02-29T09:30:00', '2028-02-29T09:30:00'],
])('%s is read as %s', (typed, wallTime) => {
  expect(parseEventWallTime(typed)).toEqual({ wallTime });
});

test.each([
  '2026/02/31T18:00',
  '2027-02-29T10:00',
  '2026-13-01T10:00',
  '2026-12-01T24:00',
  '2026-12-01T10:60',
  '2026-00-10T10:00',
])('%s does not exist', (typed) => {
  expect(parseEventWallTime(typed)).toBe('impossible');
});

test.each(['', '2026-12-01', '2026/1/1T10:00', '18:00', 'tomorrow', '2026-12-01T18:00:00Z'])(
  '%j is incomplete',
  (typed) => {
    expect(parseEventWallTime(typed)).toBe('incomplete');
  },
);

test('an impossible date is reported once the whole day is typed', () => {
  expect(dateProblem('2026/02/31')).toBe('This date does not exist.');
  for (const typed of ['', '2026', '2026/02', '2026/02/28']) expect(dateProblem(typed)).toBeNull();
});

test('a time that the clocks skip or repeat is pointed out', () => {
  const london = (typed: string) => clockChangeNotice(typed, 'Europe/London');
  expect(london('2027/03/28T01:30')).toBe('The clocks skip this time on that day. It counts as 02:30.');
  expect(london('2027/10/31T01:30')).toBe('The clocks show this time twice on that day. The first of the two counts.');
  expect(clockChangeNotice('2027/10/03T02:15', 'Australia/Lord_Howe')).toMatch('It counts as 02:45.');
  for (const typed of ['2027/03/28T00:59', '2027/03/28T02:00', '2027/10/31T02:00', '2027/02/31T01:30', '2027/03/28T'])
    expect(london(typed)).toBeNull();
});

test('an implausible year is asked about', () => {
  expect(dateProblem('2206/12/03')).toBe('Is 2206 right? Please enter a year from 1900 to 2199.');
  expect(dateProblem('1026-12-03')).toMatch('Is 1026 right?');
  expect(parseEventWallTime('2206-12-03T18:30')).toBe('impossible');
  for (const typed of ['1900/01/01', '2199/12/31']) expect(dateProblem(typed)).toBeNull();
});
