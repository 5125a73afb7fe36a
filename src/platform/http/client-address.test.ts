import { expect, test } from 'vitest';
import { clientAddressFrom } from './client-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:40001', '203.0.113.7'],
  ['[2001:db8::1]:40001', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['unknown', '127.0.0.1'],
  ['203.0.113.7, _hidden', '127.0.0.1'],
  ['999.1.1.1', '127.0.0.1'],
  ['', '127.0.0.1'],
])('X-Forwarded-For %j counts as %s', (forwarded, address) => {
  expect(clientAddressFrom(forwarded, '127.0.0.1', true)).toBe(address);
});

test('without a proxy to trust the header says nothing', () => {
  expect(clientAddressFrom('203.0.113.7', '127.0.0.1', false)).toBe('127.0.0.1');
});
