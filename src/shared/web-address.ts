/** An absolute http or https address, without a user name or a password in it. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** One that is encrypted; in a form, none is as good as one. */
export function isHttpsOrEmpty(address: string): boolean {
  return address === '' || (/^https:/i.test(address) && isWebAddress(address));
}

/** Adds the scheme that people leave out: 'example.org/join' means https://example.org/join. */
export function withHttpsScheme(text: string): string {
  const typed = text.trim();
  return typed === '' || /^[a-z][a-z0-9+-]*:(?:\D|$)/i.test(typed) ? typed : `https://${typed.replace(/^\/+/, '')}`;
}
