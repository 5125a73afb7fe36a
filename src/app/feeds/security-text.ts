import { withoutMailto } from '#shared/email.ts';

/** RFC 9116. It must expire within a year: each request gets a new date. */
export function securityText(contact: string, siteUrl: string, now: Date): string {
  // By RFC 6068.
  const address = encodeURI(withoutMailto(contact).toWellFormed()).replace(/[/?#&;=]/g, encodeURIComponent);
  const day = new Date(now.getTime() + 180 * 86_400_000).toISOString().slice(0, 10);
  const fields = [
    `Contact: mailto:${address}`,
    `Expires: ${day}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
  ];
  return `${fields.join('\n')}\n`;
}
