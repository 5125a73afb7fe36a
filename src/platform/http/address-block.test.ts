import { expect, test } from 'vitest';
import { addressBlock, addressBlocks } from './address-block.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
  ['2001:db8::2:3:4:192.0.2.7', '2001:db8:0:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['local', 'local'],
  ['no:address', 'no:address'],
])('%s counts as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

test.each([
  ['192.0.2.7', ['192.0.2.7', '192.0.2.0/24']],
  ['::ffff:192.0.2.7', ['192.0.2.7', '192.0.2.0/24']],
  ['2001:db8:1:2345::9', ['2001:db8:1:2345::/64', '2001:db8:1:2300::/56', '2001:db8:1:0::/48']],
  ['2001:db8:1:45::9', ['2001:db8:1:45::/64', '2001:db8:1:0::/56', '2001:db8:1:0::/48']],
  ['unknown', ['unknown']],
])('%s lies in %j', (address, blocks) => {
  expect(addressBlocks(address)).toEqual(blocks);
});
