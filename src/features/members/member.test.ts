import { expect, test } from 'vitest';
import { initials } from './member.ts';

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
