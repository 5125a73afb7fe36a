import { expect, test } from 'vitest';
import { chosenTheme } from './chosen-theme.ts';

test.each([
  [null, undefined],
  ['', undefined],
  ['theme=dark', 'dark'],
  ['a=b; theme=light; c=d', 'light'],
  ['theme=blue', undefined],
  ['mytheme=dark', undefined],
])('the cookies %j choose %j', (cookies, theme) => {
  expect(chosenTheme(cookies)).toBe(theme);
});
