/**
 * The domain that passkeys are bound to (RP ID): the site's host. Empty where browsers allow no passkeys: without https, except on
 * localhost, and for a bare IP address.
 */
export function passkeyDomain(siteUrl: string): string {
  const { protocol, hostname } = new URL(siteUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isSecure && !isAddress ? hostname : '';
}
