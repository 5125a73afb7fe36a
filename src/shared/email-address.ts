export const emailLimit = 254;

export const invalidEmailMessage = 'Please enter a valid email address.';

/** Limit of the part before the @ (RFC 5321, 4.5.3.1.1). */
const localOctets = 64;

/** An address as people copy it from a link: 'mailto:x@example.org'. */
export function withoutMailto(typed: string): string {
  return typed.trim().replace(/^mailto:/i, '');
}

/** Whether mail can be addressed to it: the spec's pattern (B6), without what no mail server accepts. */
export function isEmailAddress(value: string): boolean {
  // bounded: the length is looked at first
  if (value.length > emailLimit || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return false;
  const [local = '', domain = ''] = value.split('@');
  return new TextEncoder().encode(local).length <= localOctets && domain.split('.').every((label) => label !== '');
}

export function redactEmailAddresses(words: string): string {
  // bounded: only the first character of a word begins a match, and a word is read once
  return words.replace(/(?<![^\s<>@])[^\s<>@]+@[^\s<>@]+/g, '[address]');
}
