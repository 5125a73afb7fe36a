import { expect, test } from 'vitest';
import { isWebAddress, withHttpsScheme } from './web-address.ts';

test('only http and https are web addresses', () => {
  for (const good of ['https://example.org', 'http://example.org/join?a=b#c', 'HTTPS://EXAMPLE.org/ä'])
    expect(isWebAddress(good), good).toBe(true);
  const bad = ['', 'example.org', '//example.org', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.org'];
  for (const one of [...bad, 'https://', 'https:// example.org', 'https://a:b@example.org', 'mailto:a@example.org'])
    expect(isWebAddress(one), one).toBe(false);
});

test('a missing scheme becomes https, a wrong one stays wrong', () => {
  expect(withHttpsScheme(' example.org/join ')).toBe('https://example.org/join');
  expect(withHttpsScheme('example.org:8080/join')).toBe('https://example.org:8080/join');
  expect(withHttpsScheme('//example.org')).toBe('https://example.org');
  expect(withHttpsScheme('http://example.org')).toBe('http://example.org');
  expect(withHttpsScheme('javascript:alert(1)')).toBe('javascript:alert(1)');
  expect(withHttpsScheme('')).toBe('');
});
