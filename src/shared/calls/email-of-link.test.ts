import { expect, test } from 'vitest';
import { emailOfLink } from './email-of-link.ts';

test.each([
  'a%40example.org',
  'a@example.org.',
  'a@example.org,',
  '<a@example.org>',
  '%3Ca%40example.org%3E',
  'mailto:a@example.org',
  'mailto:a%40example.org',
  'a@example.org?subject=Leave',
  'a@example.org&token=x',
  ' a@example.org\u00a0',
  '"a@example.org"',
  'a@exam\u200bple.org',
  'a\u0000@example.org',
])('the address in %j', (given) => {
  expect(emailOfLink(given)).toBe('a@example.org');
});

test('characters that belong to an address stay', () => {
  for (const address of [
    'a b@example.org',
    "o'neil@example.org",
    'a%41@example.org',
    'a?b&c=d@example.org',
    'j.r@bücher.example',
  ])
    expect(emailOfLink(address)).toBe(address.replace(' ', '+'));
  expect(emailOfLink('nonsense')).toBe('nonsense');
});
