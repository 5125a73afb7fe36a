export const emailLimit = 254;

export const invalidEmailMessage = 'Please enter a valid email address.';

/** Limit of the part before the @ (RFC 5321, 4.5.3.1.1). */
const localOctets = 64;

/** An address as people type and copy it: 'mailto:anna@example.org?subject=Hi', or in full-width letters. */
export function readEmailAddress(written: string): string {
  const address = written
    .replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .trim()
    .replace(/^mailto:/i, '');
  const domainAt = address.indexOf('@') + 1;
  const queryAt = address.slice(domainAt).search(/[?&#]/);
  return domainAt > 0 && queryAt > 0 ? address.slice(0, domainAt + queryAt) : address;
}

/** The one address in a cell of a list or in a link: 'Anna <anna@…>', 'anna@…;', with quotes or invisible characters. */
export function extractEmailAddress(written: string): string {
  const visible = written.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const inner = /^[^<>]*<([^<>]+)>[\s.;,]*$/.exec(visible)?.[1] ?? visible;
  const address = readEmailAddress(inner.replace(/^[\s"'(]+/, ''));
  let end = address.length;
  while (' .,;:!?"\')]>\n\t'.includes(address[end - 1] ?? '-')) end -= 1;
  return address.slice(0, end);
}

/** Whether mail can be addressed to it: the spec's pattern (B6), without what no mail server accepts. */
export function isEmailAddress(value: string): boolean {
  // bounded: the length is looked at first
  if (value.length > emailLimit || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return false;
  const [local = '', domain = ''] = value.split('@');
  return new TextEncoder().encode(local).length <= localOctets && domain.split('.').every((label) => label !== '');
}

/** Servers without SMTPUTF8 take no other. */
export function isAsciiLocalPart(address: string): boolean {
  return /^[ -~]*$/.test(address.slice(0, address.lastIndexOf('@')));
}

export function redactEmailAddresses(words: string): string {
  // bounded: only the first character of a word begins a match, and a word is read once
  return words.replace(/(?<![^\s<>@])[^\s<>@]+@[^\s<>@]+/g, '[address]');
}
