/**
 * What passkeys are bound to (RP ID): the host of the site. Empty where browsers allow none: without https (localhost aside), and
 * for a bare network address.
 */
export function passkeyDomain(siteUrl: string): string {
  const { protocol, hostname } = new URL(siteUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isSecure && !isAddress ? hostname : '';
}
