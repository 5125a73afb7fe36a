/** Which addresses a subscription may have. */
import { asciiDomain, isAscii } from '#platform/mail/address.ts';
import { emailLimit, isEmail } from '#shared/email.ts';

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
