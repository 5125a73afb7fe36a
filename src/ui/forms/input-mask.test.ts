import { expect, test } from 'vitest';
import { cutToLimit, type Typed, withSeparators } from './input-mask.ts';

const date = { sizes: [4, 2, 2], separator: '/' };
const time = { sizes: [2, 2], separator: ':' };

/** '20|26' is the text 2026 with the caret in its middle. */
function at(marked: string): Typed {
  return { text: marked.replace('|', ''), caret: marked.indexOf('|') };
}

function marked({ text, caret }: Typed): string {
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

test.each([
  ['abc|', 'abc|'],
  ['abcde|', 'abcd|'],
  ['aXY|bcd', 'a|bcd'],
  ['aX|bc', 'aX|bc'],
  ['XYZ|abcd', '|abcd'],
  ['abc😀|', 'abc|'],
  ['ab😀|c', 'ab|c'],
  ['ab😀|', 'ab😀|'],
  ['|abcdefgh', '|abcd'],
])('%s within four is %s', (typed, kept) => {
  expect(marked(cutToLimit(at(typed), 4))).toBe(kept);
});

test.each([
  ['2|', '2|'],
  ['20261|', '2026/1|'],
  ['2026/|', '2026|'],
  ['2026/1/|', '2026/01|'],
  ['2026-1-5|', '2026/01/5|'],
  ['2a|', '2|'],
  ['2a026|', '2026|'],
  ['2026/12/319|', '2026/12/31|'],
  ['on 2026-12-31|', '2026/12/31|'],
  ['2026x|/12/31', '2026/|12/31'],
  ['29|026/12/31', '2|026/12/31'],
  ['2026/1|2', '2026/1|2'],
  ['20261|/2/31', '2026/1|2/31'],
  ['|', '|'],
])('typing or pasting, %s becomes %s', (typed, kept) => {
  expect(marked(withSeparators(at(typed), date, 'insertText'))).toBe(kept);
});

test.each([
  ['deleteContentBackward', '2026|12/31', '2026|/12/31'],
  ['deleteContentForward', '2026|12/31', '2026/|12/31'],
  ['deleteContentBackward', '2026/1|/31', '2026/1|3/1'],
  ['deleteContentBackward', '2026/12/|', '2026/12|'],
  ['deleteContentBackward', '20|/12/31', '20|12/31'],
  ['deleteContentForward', '2026/12/|1', '2026/12/|1'],
])('%s: %s becomes %s', (inputType, typed, kept) => {
  expect(marked(withSeparators(at(typed), date, inputType))).toBe(kept);
});

test('a number alone stays as it is', () => {
  expect(marked(withSeparators(at('1x|'), { sizes: [4], separator: '' }, 'insertText'))).toBe('1|');
});

test('a time is completed and limited in the same way', () => {
  const typed = ['18|', '183|', '9:|', '9:30|', '18305|', 'x|'].map((text) => marked(withSeparators(at(text), time)));
  expect(typed).toEqual(['18|', '18:3|', '09|', '09:30|', '18:30|', '|']);
  expect(marked(withSeparators(at('1|:30'), time, 'deleteContentBackward'))).toBe('1|3:0');
});
