import { extractEmailAddress, isEmailAddress } from '../email-address.ts';
import { decoded } from './link-parts.ts';

/** An email address. A plus sign that was not encoded arrives as a space, which no address holds. */
export function emailOfLink(given: string): string {
  const address = extractEmailAddress(
    given
      .replace(/\p{Cc}/gu, '')
      .trim()
      .replaceAll(' ', '+'),
  );
  return isEmailAddress(address) ? address : extractEmailAddress(decoded(address));
}
