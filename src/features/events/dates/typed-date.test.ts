import { expect, test } from 'vitest';
import { grouped } from '#ui/forms/input-mask.ts';
import { isDateInWords, readDate } from './typed-date.ts';

const today = '2026-11-22';

test.each([
  ['2027/12/03', '2027/12/03'],
  ['2027-12-03', '2027/12/03'],
  ['2027.12.03', '2027/12/03'],
  ['20271203', '2027/12/03'],
  ['2027/3/4', '2027/03/04'],
  ['2027/03/4', '2027/03/04'],
  ['25/12/2027', '2027/12/25'],
  ['25.12.2027', '2027/12/25'],
  ['12/25/2027', '2027/12/25'],
  ['25-12-2027', '2027/12/25'],
  ['25 12 2027', '2027/12/25'],
  ['5/5/2027', '2027/05/05'],
  ['3 December 2027', '2027/12/03'],
  ['3. December 2027', '2027/12/03'],
  ['December 3, 2027', '2027/12/03'],
  ['Dec 3, 2027', '2027/12/03'],
  ['DEC. 3rd 2027', '2027/12/03'],
  ['the 3rd of December 2027', '2027/12/03'],
  ['3-Dec-2027', '2027/12/03'],
  ['3 Dec 27', '2027/12/03'],
  ["3 Dec '27", '2027/12/03'],
  ['2027 Dec 3', '2027/12/03'],
  ['Friday, 3 December 2027', '2027/12/03'],
  ['fri 3 dec 2027', '2027/12/03'],
  ['4 Sept 2027', '2027/09/04'],
  ['3 Dec', '2026/12/03'],
  ['dec 3', '2026/12/03'],
  ['Thursday 3 December', '2026/12/03'],
  ['22 November', '2026/11/22'],
  ['1 March', '2027/03/01'],
  ['25/12', '2026/12/25'],
  ['29 February', '2028/02/29'],
  ['today', '2026/11/22'],
  ['Tomorrow', '2026/11/23'],
])('%s is %s', (typed, value) => {
  expect(readDate(typed, today)).toEqual({ value });
});

test.each([
  ['3/12/2027', ['March 12', 'December 3']],
  ['03/12/2027', ['March 12', 'December 3']],
  ['12/03/2027', ['March 12', 'December 3']],
  ['03.12.2027', ['March 12', 'December 3']],
  ['3-12-2027', ['March 12', 'December 3']],
  ['3/12', ['December 3, 2026', 'March 12, 2027']],
  ['25/12/27', ['December 27, 2025', 'December 25, 2027']],
  ['3/12/27', ['March 12', 'December 3']],
  ['2026/12/3', ['January 23', 'December 3']],
  ['20 November', ['November 20, 2026', 'November 20, 2027']],
])('%s is a question: %j', (typed, labels) => {
  const reading = readDate(typed, today);
  expect(reading).toMatchObject({ question: 'Which day do you mean?' });
  expect((reading as { options: { label: string }[] }).options.map(({ label }) => label)).toEqual(labels);
});

test.each([
  ['2026/02/31', 'This date does not exist.'],
  ['31/2/2027', 'This date does not exist.'],
  ['13/13/2027', 'This date does not exist.'],
  ['31 June 2027', 'This date does not exist.'],
  ['29/2/2027', 'This date does not exist.'],
  ['2206/12/03', 'Is 2206 right? Please enter a year from 1900 to 2199.'],
  ['3 December 2206', 'Is 2206 right? Please enter a year from 1900 to 2199.'],
  ['3/12/2206', 'Is 2206 right? Please enter a year from 1900 to 2199.'],
  ['10101010', 'Is 1010 right? Please enter a year from 1900 to 2199.'],
  ['Thursday, 3 December 2027', 'December 3, 2027 is a Friday, not a Thursday.'],
  ['next Friday', 'Please write the date such as 3 December 2027 or 2027/12/03.'],
  ['3 Dec 2027 18:30', 'Please write the date such as 3 December 2027 or 2027/12/03.'],
  ['3-5 December 2027', 'Please write the date such as 3 December 2027 or 2027/12/03.'],
  ['3 or 4 Dec', 'Please write the date such as 3 December 2027 or 2027/12/03.'],
  ['3 Dezember', 'Please write the date such as 3 December 2027 or 2027/12/03.'],
])('%s is refused: %s', (typed, problem) => {
  expect(readDate(typed, today)).toEqual({ problem });
});

test.each([
  '',
  '2027',
  '2027/1',
  '2027/12',
  '2027/12/',
  '3/',
  '12/3/202',
  'Dec',
  'December 2027',
  '3 Dec 202',
  '3 Dec 2',
])('%j is not all of a date', (typed) => {
  expect(readDate(typed, today)).toBe('incomplete');
});

test.each([
  ['20271203', '2027/12/03'],
  ['2027a12039', '2027/12/03'],
  ['2027/3/4', '2027/03/4'],
  ['3/12/2027', '3/12/2027'],
  ['25.12.2027', '25.12.2027'],
  ['3 Dec 2027', '3 Dec 2027'],
  ['Dec 3, 2027', 'Dec 3, 2027'],
])('typed key by key, %s stands there as %s', (keys, shown) => {
  let text = '';
  for (const key of keys) text = press({ text: text + key, before: text });
  expect(text).toBe(shown);
});

test('what begins as a year keeps its slashes while it is changed', () => {
  expect(press({ text: '/12/31', before: '2026/12/31', caret: 0, inputType: 'deleteContentBackward' })).toBe('1231');
  expect(press({ text: '2/12/31', before: '2026/12/31', caret: 1 })).toBe('2123/1');
  expect(press({ text: '3/12/202', before: '3/12/2027', inputType: 'deleteContentBackward' })).toBe('3/12/202');
});

type Press = { text: string; before: string; caret?: number; inputType?: string };

function press({ text, before, caret = text.length, inputType = 'insertText' }: Press): string {
  const typed = { text, caret };
  if (isDateInWords(typed, before, inputType)) return text;
  return grouped(typed, { sizes: [4, 2, 2], separator: '/' }, inputType).text;
}
