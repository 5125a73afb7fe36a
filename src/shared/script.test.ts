import { expect, test } from 'vitest';
import { hasSlant, isolated, scriptLanguage } from './script.ts';

test.each([
  ['الصحة الواحدة للجميع', 'ar'],
  ['سلامت یکپارچه برای همه، پژوهش', 'fa'],
  ['ایک صحت سب کے لیے ہے', 'ur'],
  ['בריאות אחת', 'he'],
  ['同一健康：人、动物与环境', 'zh'],
  ['ワンヘルスとは何か', 'ja'],
  ['人獣共通感染症の予防', 'ja'],
  ['하나의 건강', 'ko'],
  ['Единое здоровье', 'ru'],
  ['Єдине здоровʼя їжаків', 'uk'],
  ['Μία υγεία', 'el'],
  ['สุขภาพหนึ่งเดียว', 'th'],
  ['एक स्वास्थ्य', 'hi'],
  ['Nguyễn Thị Hạnh', 'vi'],
  ['Nguye\u0302\u0303n', 'vi'],
  ['COVID-19 和健康：三点结论', 'zh'],
  ['Bats, farms and the next flu', undefined],
  ['José Muñoz in the Café', undefined],
  ['Dr Nguyễn of Hanoi spoke to forty of our students about rivers and what they carry', undefined],
  ['The word 健康 means health', undefined],
  ['🦇 🐄 🌍', undefined],
  ['', undefined],
])('the script of “%s” tells %s', (text, language) => {
  expect(scriptLanguage(text)).toBe(language);
});

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
