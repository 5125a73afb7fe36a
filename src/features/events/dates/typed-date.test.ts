import { expect, test } from 'vitest';
import { isDateInWords, readTypedDate } from './typed-date.ts';

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

test('a pasted text with words stays as it is; digits are formatted', () => {
  expect(isDateInWords({ text: '3 December 2027', caret: 15 })).toBe(true);
  expect(isDateInWords({ text: '2026a12', caret: 7 })).toBe(false);
});
