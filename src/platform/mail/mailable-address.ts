/** Email addresses: which ones mail can go to, which are equal, and international domains in their DNS form. */
import { emailLimit, isEmailAddress, readEmailAddress } from '#shared/email-address.ts';

/** Characters allowed in a domain; the URL parser would drop or decode others instead of refusing them. */
const international = /^[\p{L}\p{M}\p{N}._。．｡-]+$/u;

/** The address with an international domain in ASCII (punycode); unchanged if the domain is invalid. */
export function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  // ASCII domains stay as they are: the URL parser would turn 1.2.3 into 1.2.0.3.
  if (isAscii(domain) || !international.test(domain)) return address;
  const url = URL.parse(`http://${domain}`);
  return url ? `${address.slice(0, at)}@${url.hostname}` : address;
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** One form for all spellings of an address: lower case, and the domain in ASCII. */
export function normaliseEmail(email: string): string {
  return asciiDomain(email.trim().toLowerCase());
}

/** The address as it is stored: without what people copy along, its domain in ASCII. */
export function storedEmail(written: string): string {
  return asciiDomain(readEmailAddress(written));
}

/** The same; null if no mail could go there (B6). Needs no zod, so imports are fast. */
export function parseMailableEmail(written: string): string | null {
  const address = storedEmail(written);
  return isMailable(address) ? address : null;
}

/** False for anything that could act as more than one plain address in a mail's header. */
export function isMailable(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const isPlain = !/[\p{C}<>()[\]:;,\\"]/u.test(address) && isAscii(domain);
  // SMTP counts octets, and a header line with the address is limited in octets too.
  return isEmailAddress(address) && Buffer.byteLength(address.toLowerCase()) <= emailLimit && isPlain;
}
