import { expect, test } from 'vitest';
import { hasSlant, isolated } from './text.ts';

test('what could turn the words beside it is isolated, and nothing else', () => {
  expect(isolated('Plain – “words”')).toBe('Plain – “words”');
  expect(isolated('健康')).toBe('健康');
  expect(isolated('صحة')).toBe('\u2068صحة\u2069');
  expect(isolated('\u202egnorw')).toBe('\u2068\u202egnorw\u2069');
});

test('Latin, Greek and Cyrillic lean, other letters do not', () => {
  expect([null, 'en', 'vi', 'ru', 'el', 'fr-CA'].map(hasSlant)).toEqual(Array(6).fill(true));
  expect(['ar', 'zh-Hant', 'ja', 'hi', 'th', 'he'].map(hasSlant)).toEqual(Array(6).fill(false));
});
