/** Addresses with a domain in letters of any alphabet, as DNS and mail servers know it. */

/** What a domain may be made of; others would be dropped or decoded rather than refused. */
const international = /^[\p{L}\p{M}\p{N}._。．｡-]+$/u;

/** With an international domain in its ASCII form (punycode); as it is when that is no domain. */
export function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  // Plain ones stay as they are: the URL parser would make 1.2.0.3 of 1.2.3.
  if (isAscii(domain) || !international.test(domain)) return address;
  const url = URL.parse(`http://${domain}`);
  return url ? `${address.slice(0, at)}@${url.hostname}` : address;
}

export function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

export function isAsciiLocalPart(address: string): boolean {
  return isAscii(address.slice(0, address.lastIndexOf('@')));
}
