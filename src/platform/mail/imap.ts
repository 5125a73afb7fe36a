/** Reads a mailbox over IMAP, with a new connection for each run. */
import { addAbortListener } from 'node:events';
import { isThisMachine } from '../config/smtp-tls-option.ts';

/** Milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** Headers of notices from mail servers. */
const signs = [
  { header: { 'content-type': 'multipart/report' } },
  { header: { 'x-failed-recipients': '@' } },
  ...['mailer-daemon', 'postmaster@', 'mail delivery', 'microsoftexchange', 'mdaemon@'].map((from) => ({ from })),
];
const atOnce = 200;
/** Bytes read of each mail: the report is at its beginning. */
const longest = 256 * 1024;

/**
 * Hands every unread notice of a mail server in the mailbox to `read` and then marks it as read; other mails are left
 * alone. An error of `read` ends the run, and that mail stays unread. Returns how many were read.
 * @param url as in imaps://user:password@host/folder, the folder being INBOX by default
 */
export async function readUnreadBounces(
  url: string,
  read: (mail: Uint8Array) => Promise<void>,
  signal?: AbortSignal,
): Promise<number> {
  const { folder, options } = parse(url);
  // Most sites never need it.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({ ...options, ...timeouts, logger: false });
  // Each call throws its own errors; without a listener an error of the connection would end the process.
  client.on('error', () => {});
  using _listener = signal && addAbortListener(signal, () => client.close());
  try {
    await client.connect();
    await client.mailboxOpen(folder);
    const uids = (await client.search({ seen: false, or: signs }, { uid: true })) || [];
    let count = 0;
    for (const uid of uids.slice(0, atOnce)) {
      if (signal?.aborted) break;
      const mail = await client.fetchOne(String(uid), { source: { start: 0, maxLength: longest } }, { uid: true });
      if (!mail || !mail.source) continue;
      await read(mail.source);
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
      count += 1;
    }
    await client.logout();
    return count;
  } finally {
    client.close();
  }
}

function parse(url: string) {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const host = hostname.replace(/[[\]]/g, '');
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const isOnThisMachine = isThisMachine(host);
  // A password never travels in the clear, except within this machine.
  const startTls = secure || isOnThisMachine ? {} : { doSTARTTLS: true };
  // No certificate is for `localhost`, and nothing leaves the machine.
  const tls = isOnThisMachine ? { tls: { rejectUnauthorized: false } } : {};
  return {
    folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
    options: { host, port: Number(port) || (secure ? 993 : 143), secure, auth, ...startTls, ...tls },
  };
}
