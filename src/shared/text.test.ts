import { expect, test } from 'vitest';
import { bidiClosed, bidiIsolated, hasItalics, initials } from './text.ts';

test('a text that could reverse the words beside it is isolated, and no other', () => {
  expect(bidiIsolated('Plain – “words”')).toBe('Plain – “words”');
  expect(bidiIsolated('健康')).toBe('健康');
  expect(bidiIsolated('صحة')).toBe('\u2068صحة\u2069');
  expect(bidiIsolated('\u202egnorw')).toBe('\u2068\u202egnorw\u2069');
  // Its own end would come too early.
  expect(bidiIsolated('a\u2069\u202eb')).toBe('\u2068a\u202eb\u2069');
});

test('direction marks opened by a text are closed at its end, and balanced ones stay', () => {
  for (const whole of ['Plain', 'صحة', 'a \u202eb\u202c c', '\u2067a \u202bb\u202c\u2069', '\u202c \u2069'])
    expect(bidiClosed(whole)).toBe(whole);
  expect(bidiClosed('\u202ea')).toBe('\u202ea\u202c');
  expect(bidiClosed('\u2067a \u202eb')).toBe('\u2067a \u202eb\u202c\u2069');
  // The end of an isolate ends what was opened within it.
  expect(bidiClosed('\u2068\u202ea\u2069 \u202db')).toBe('\u2068\u202ea\u2069 \u202db\u202c');
  expect(bidiClosed('\u2069\u202ea\u2069')).toBe('\u2069\u202ea\u2069\u202c');
});

test('Latin, Greek and Cyrillic are set in italics, other scripts are not', () => {
  expect([null, 'en', 'vi', 'ru', 'el', 'fr-CA'].map(hasItalics)).toEqual(Array(6).fill(true));
  expect(['ar', 'zh-Hant', 'ja', 'hi', 'th', 'he'].map(hasItalics)).toEqual(Array(6).fill(false));
});

test.each([
  ['Ada Lovelace', 'AL'],
  ['Nguyễn Thị Minh Khai', 'NK'],
  ['王小明', '王'],
  ['  Ömer   Şahin ', 'ÖŞ'],
  ['E\u0301lodie', 'É'],
  ['𝒜da', '𝒜'],
  ['', ''],
])('the initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
