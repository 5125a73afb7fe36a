/** Addresses: which ones mail can go to, which are the same, and domains in letters of any alphabet as DNS knows them. */
import { emailLimit, isEmail } from '#shared/email.ts';

/** Allowed characters of a domain; others would be dropped or decoded rather than refused. */
const international = /^[\p{L}\p{M}\p{N}._。．｡-]+$/u;

/** With an international domain in its ASCII form (punycode); unchanged when that is not a domain. */
export function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  // Plain ones stay as they are: the URL parser would make 1.2.0.3 of 1.2.3.
  if (isAscii(domain) || !international.test(domain)) return address;
  const url = URL.parse(`http://${domain}`);
  return url ? `${address.slice(0, at)}@${url.hostname}` : address;
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

export function isAsciiLocalPart(address: string): boolean {
  return isAscii(address.slice(0, address.lastIndexOf('@')));
}

/** One form for all spellings of an address: lower case, and the domain in ASCII. */
export function normaliseEmail(email: string): string {
  return asciiDomain(email.trim().toLowerCase());
}

/** The address as it is kept, its domain in ASCII; null when no mail could go there (B6). An import needs no zod for it. */
export function readEmail(text: string): string | null {
  const address = asciiDomain(text.trim());
  return isMailable(address) ? address : null;
}

/** Nothing that could act as more than one plain address in a mail's header. */
export function isMailable(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const isPlain = !/[\p{C}<>()[\]:;,\\"]/u.test(address) && isAscii(domain);
  // SMTP counts octets, and so do the lines of a header that holds the address.
  return isEmail(address) && octets(address.toLowerCase()) <= emailLimit && isPlain;
}

function octets(text: string): number {
  return new TextEncoder().encode(text).length;
}
