import { expect, test } from 'vitest';
import { isNotAnAddress, normaliseArticleLink } from './link-address.ts';

test.each([
  ['example.org/x', 'https://example.org/x'],
  [' www.example.org ', 'https://www.example.org'],
  ['example.org:8080/x', 'https://example.org:8080/x'],
  ['localhost:3000', 'https://localhost:3000'],
  ['society@example.org', 'mailto:society@example.org'],
])('%j without a scheme leads to %s', (typed, expected) => {
  expect(normaliseArticleLink(typed)).toBe(expected);
});

test.each([
  'https://example.org/a?b=1#c',
  'http://example.org',
  'HTTPS://EXAMPLE.ORG',
  'mailto:a@example.org?subject=Two words',
  'tel:+4412',
  'tel:112',
  'sms:+4412',
  '/events',
  '/articles/7#top',
  '#top',
  '?search=bats',
])('%s stays', (href) => {
  expect(normaliseArticleLink(href)).toBe(href);
});

test.each([
  '',
  ' ',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java script:alert(1)',
  'javascript:1',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'ftp://example.org',
  'file:///C:/x.docx',
  'blob:https://example.org/1',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
])('%j leads nowhere', (href) => {
  expect(normaliseArticleLink(href)).toBe('about:blank');
});

test.each(['example.org', '/about', 'a@example.org', 'javascript:x', 'tel:112'])(
  '%s is the same when asked again',
  (href) => {
    const once = normaliseArticleLink(href);
    expect(normaliseArticleLink(once)).toBe(once);
  },
);

test.each(['not a link !!', 'hello world', 'hello', 'https://', 'http://a b'])('%j is no address', (typed) => {
  expect(isNotAnAddress(typed)).toBe(true);
});

test.each([
  ...[
    'example.org',
    'example.org/my page?q=a b',
    'http://intranet/',
    'localhost:4000/x',
    'münchen.example',
    '[::1]:80',
  ],
  ...['/events/3', '#top', '?search=bats', 'a@example.org', 'mailto:a@example.org', 'tel:112', 'https://example.org'],
])('%j is an address', (typed) => {
  expect(isNotAnAddress(typed)).toBe(false);
});
