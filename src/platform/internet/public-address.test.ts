import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each([
  '0.0.0.0 10.0.0.1 10.255.255.255 100.64.0.1 127.0.0.1 127.8.8.8 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8',
  '192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255',
  ':: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0',
  'fec0::1 ff02::1 2001::1 2001:10::1 2001:db8::1 2002:7f00:1::1 3fff::1 4000::1 2606:4700::1111%1 localhost 1.2.3 01.2.3.4 8.8.8.8:80',
])('no public website has an address like %s', (addresses) => {
  expect(addresses.split(' ').filter(isPublicAddress)).toEqual([]);
});

test('public addresses are allowed', () => {
  const addresses =
    '1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.167.0.1 2606:4700::1111 2a00:1450::1';
  expect(addresses.split(' ').filter((one) => !isPublicAddress(one))).toEqual([]);
});
