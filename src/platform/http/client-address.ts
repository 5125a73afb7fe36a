/** The address of the client: the socket's, or with TRUST_PROXY the one that the proxy has added. */
import { isIP, isIPv4, isIPv6 } from 'node:net';

/** `forwarded` is the header X-Forwarded-For; falls back to the socket unless its last entry is an address. */
export function clientAddressFrom(forwarded: string | undefined, socketAddress: string, trustProxy: boolean): string {
  if (!trustProxy || !forwarded) return socketAddress;
  const last = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
  const withoutPort =
    /^\[([\da-f:.%]{2,60})\](?::\d{1,5})?$/i.exec(last)?.[1] ?? /^([\d.]{7,15}):\d{1,5}$/.exec(last)?.[1];
  const address = withoutPort ?? last;
  return isIP(address) ? address : socketAddress;
}

/** What shares turns: an IPv4 address, or the /48 of an IPv6 address, which may be one person's. */
export function networkOfAddress(address: string): string {
  const [block = address, , widest = block] = addressBlocks(address);
  return widest;
}

/**
 * From the narrowest to the widest: an IPv4 address and its /24; the /64, /56 and /48 of an IPv6 address, since anyone with
 * one IPv6 address has a /64 of them, and often a /56 or a /48.
 */
export function addressBlocks(address: string): string[] {
  if (isIPv4(address)) return [address, `${address.slice(0, address.lastIndexOf('.'))}.0/24`];
  const groups = groupsOf(address);
  if (!groups) return [address];
  const [a, b, c, d, e, f, g = 0, h = 0] = groups;
  if (!a && !b && !c && !d && !e && f === 0xffff) return addressBlocks([g >> 8, g & 255, h >> 8, h & 255].join('.'));
  const block = (bits: 64 | 56 | 48) => {
    const last = bits === 64 ? d : bits === 56 ? (d ?? 0) & 0xff00 : 0;
    return `${[a, b, c, last].map((group) => group?.toString(16)).join(':')}::/${bits}`;
  };
  return [block(64), block(56), block(48)];
}

/** The eight groups of an IPv6 address; null for anything else. */
function groupsOf(address: string): number[] | null {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return null;
  // An IPv4 address at its end becomes two groups.
  const written = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [left = [], right = []] = written
    .split('::')
    .map((part) => part.split(':').flatMap((group) => (group ? [Number.parseInt(group, 16)] : [])));
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}
