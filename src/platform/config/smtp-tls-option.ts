/** Handles the site's own `tls=none` in SMTP_URL. Separate from nodemailer, so that the web server need not load it. */

/** A warning at start if `tls=none` lets mails and the password travel unencrypted; else null. */
export function plainMailWarning(url: string): string | null {
  const { isPlain } = readTlsOption(url);
  const { hostname } = new URL(url);
  if (!isPlain || isThisMachine(hostname)) return null;
  return `SMTP_URL says tls=none: emails and the password go to ${hostname} unencrypted.`;
}

/** True if the query sets `tls` to anything but `none`. */
export function hasUnknownTls(url: string): boolean {
  return new URL(url).searchParams.getAll('tls').some((value) => value !== 'none');
}

/** The address without `tls=none`, which nodemailer does not know, and whether it was there. */
export function readTlsOption(url: string): { address: string; isPlain: boolean } {
  const parsed = new URL(url);
  if (parsed.protocol !== 'smtp:' || !parsed.searchParams.has('tls', 'none')) return { address: url, isPlain: false };
  parsed.searchParams.delete('tls');
  return { address: parsed.href, isPlain: true };
}

/** Addresses have an IPv6 host in brackets. */
export function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
}
