import { expect, test } from 'vitest';
import { languageOfScript } from './script-language.ts';

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
  expect(languageOfScript(text)).toBe(language);
});
