/** Which addresses are on the public internet: what the site fetches for someone must not lead to its own network. */
import { BlockList, isIP } from 'node:net';

/** IPv4 that is private, local, reserved, for documents or for many (RFC 6890, RFC 5735). */
const closed4 = listOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

/** The only part of IPv6 that is given out; without it are mapped, local and link-local addresses, and those that translate IPv4. */
const given6 = listOf('ipv6', [['2000::', 3]]);
/** Teredo and other protocols, documents, 6to4, which holds an IPv4 address. */
const closed6 = listOf('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed4.check(address, 'ipv4');
  return family === 6 && !address.includes('%') && given6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}

function listOf(family: 'ipv4' | 'ipv6', nets: [string, number][]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family);
  return list;
}
