/** Reads SMTP_URL: the mail server, and how to connect: encrypted, unless it is this machine. */
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { SMTPConnectionAuth, SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { isThisMachine, readTlsOption } from '../config/smtp-tls-option.ts';

export type SmtpServer = SMTPConnectionOptions & { auth?: SMTPConnectionAuth | undefined };

/**
 * `url` as in smtp://user:password@host:587 or smtps://…, with nodemailer's options as its query and `tls=none` beside
 * them. EHLO names the host of `siteUrl`.
 */
export function readSmtpUrl(url: string, siteUrl?: string): SmtpServer {
  const { address, isPlain } = readTlsOption(url);
  const options: SmtpServer = parseConnectionUrl(address);
  const isOnThisMachine = isThisMachine(options.host ?? '');
  const name = siteUrl === undefined ? null : greetingName(new URL(siteUrl).hostname);
  return {
    ...(name === null ? {} : { name }),
    dnsTimeout: 10_000,
    ...options,
    // No certificate is for `localhost`, and nothing leaves the machine; options of one's own, such as `tls.ca`, are kept to.
    ...(isOnThisMachine && !options.tls ? { tls: { rejectUnauthorized: false } } : {}),
    logger: false,
    ...(isPlain ? { ignoreTLS: true, requireTLS: false } : {}),
    // Replaces `ignoreTLS` and `opportunisticTLS`, which nodemailer then ignores.
    ...(isPlain || options.secure || isOnThisMachine ? {} : { requireTLS: true }),
  };
}

export const noEncryption =
  'The mail server offers no encryption (STARTTLS), so nothing is handed over. ' +
  'Use its encrypted port, or add ?tls=none to SMTP_URL if emails and the password may travel unencrypted.';

/** An IP address needs brackets (RFC 5321, 4.1.3). Null for a name that means nothing to other machines. */
function greetingName(host: string): string | null {
  if (isThisMachine(host)) return null;
  if (host.startsWith('[')) return `[IPv6:${host.slice(1, -1)}]`;
  return /^\d+(\.\d+){3}$/.test(host) ? `[${host}]` : host;
}
