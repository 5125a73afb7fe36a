import { expect, test } from 'vitest';
import { isDateAsTyped, offeredDay, readTypedDate } from './typed-date.ts';

test.each([
  ['2027/12/03', '2027/12/03'],
  [' 2027-12-03 ', '2027/12/03'],
  ['2028/02/29', '2028/02/29'],
])('%s is read as %s', (typed, value) => {
  expect(readTypedDate(typed)).toEqual({ value });
});

test.each(['', '2027', '2027/1', '2027/12/3', '2027/12/'])('%j is not complete', (typed) => {
  expect(readTypedDate(typed)).toBe('incomplete');
});

test.each([
  ['2026/02/31', 'This date does not exist.'],
  ['2027/02/29', 'This date does not exist.'],
  ['2027/13/01', 'This date does not exist.'],
  ['2206/12/03', 'Is 2206 right? Please enter a year from 1900 to 2199.'],
  ['3 Dec 2027', 'Please write the date such as 2027/12/03.'],
  ['03/12/2027', 'Please write the date such as 2027/12/03.'],
  ['tomorrow', 'Please write the date such as 2027/12/03.'],
])('%s is refused: %s', (typed, problem) => {
  expect(readTypedDate(typed)).toEqual({ problem });
});

test('words, dots and another order stay as they are; digits are formatted', () => {
  for (const text of ['3 December 2027', 'D', '10.12.2026', '10/1', '202/12/31'])
    expect(isDateAsTyped({ text }), text).toBe(true);
  for (const text of ['2026', '2026a12', '2026/3', '2026-12', '20261203'])
    expect(isDateAsTyped({ text }), text).toBe(false);
});

test.each([
  ['Dec 10, 2026', '2026/12/10'],
  ['10 December 2026', '2026/12/10'],
  ['3rd Sept. 2026', '2026/09/03'],
  ['10.12.2026', '2026/12/10'],
  ['31/12/2026', '2026/12/31'],
  ['12/31/2026', '2026/12/31'],
  ['18 December', '2026/12/18'],
  ['Nov 21', '2026/11/21'],
  ['20th Nov', '2027/11/20'],
  ['31 Feb', null],
  ['18 December 20', null],
  ['10/12/2026', null],
  ['31.2.2026', null],
  ['2026/12/10', null],
  ['tomorrow', null],
])('%s is offered as %s', (typed, day) => {
  expect(offeredDay(typed, new Date(2026, 10, 21, 12))).toBe(day);
});
