import { expect, test } from 'vitest';
import { chooseEncoding } from './accept-encoding.ts';

const both = ['br', 'gzip'] as const;

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['gzip ; q=0.5', 'gzip'],
  ['BR', 'br'],
  ['brotli, gzipped', 'identity'],
  ['br;q=0, gzip;q=0.000', 'identity'],
  ['br;q=high', 'identity'],
  ['', 'identity'],
  [`${'x'.repeat(300)}, br`, 'identity'],
])('%j takes %s', (header, encoding) => {
  expect(chooseEncoding(header, both)).toBe(encoding);
});

test('an encoding that is not offered is not chosen', () => {
  expect(chooseEncoding('br, gzip', ['gzip'])).toBe('gzip');
  expect(chooseEncoding('br, gzip', [])).toBe('identity');
  expect(chooseEncoding(undefined, both)).toBe('identity');
});
