/**
 * Reads what mail servers write back about our mails: delivery reports (RFC 3464), complaint reports (RFC 5965), and plain-text
 * notices as qmail, Exim and some providers write them.
 */
import type { Email } from 'postal-mime';
import type { Bounce } from './bounces.server.ts';
import { bounceKindOfReport } from './classify-answer.ts';

/**
 * What a mail in the bounce mailbox says: of one of our mails, `soft` and `hard` as for a refusal during sending; or, for
 * administrators, `ours`: refused because of our sender or message, not because of the subscriber; or `unread`: from a mail server,
 * but not understood.
 */
export type Notice =
  | { type: Bounce['kind']; messageId: string; reason: string }
  | { type: 'ours' | 'unread'; words: string };

type Fields = Map<string, string>;

/** Null for delays, successes and replies written by people. */
export async function readBounceMail(raw: Uint8Array | string): Promise<Notice | null> {
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(raw, { forceRfc822Attachments: true });
  const text = noticeText(email);
  const messageId = originalMessageId(email);
  const complaint = partOf(email, 'message/feedback-report');
  if (complaint !== null || isFromHotmail(email)) {
    if (messageId === null || (complaint !== null && !isAgainstUs(complaint))) return null;
    return { type: 'complaint', messageId, reason: 'feedback report' };
  }
  const status = partOf(email, 'message/delivery-status', 'message/global-delivery-status');
  const isNotice = status !== null || isFromServer(email);
  const refusal = status !== null ? reportedRefusal(status, text) : isNotice ? writtenRefusal(email, text) : 'none';
  if (refusal === 'none') return null;
  if (refusal === null || messageId === null) return { type: 'unread', words: (email.subject ?? '').slice(0, 200) };
  const { code, reason } = refusal;
  const type = bounceKindOfReport(code, reason);
  if (type) return { type, messageId, reason };
  return code >= 500 ? { type: 'ours', words: reason.slice(0, 300) } : null;
}

type Refusal = { code: number; reason: string };

/** The first group describes the message, each other one a recipient; our mails have only one. */
function reportedRefusal(status: string, text: string): Refusal | 'none' | null {
  const about = groups(status).filter((group) => group.has('action'));
  if (about.length === 0) return null;
  // A comment may follow: 'failed (mailbox gone)'.
  const failed = about.find((fields) => /^failed\b/i.test(fields.get('action') ?? ''));
  if (!failed) return 'none';
  const words = failed.has('diagnostic-code') ? '' : wordsAbout(text, recipientIn(failed));
  return { code: codeOf(failed), reason: `${reasonOf(failed)} ${words}`.trim() };
}

const isLate =
  /delay|still (?:being )?tr(?:ied|ying)|will (?:be retried|keep trying|try again)|not yet|warning: (?:message|could not)|noch nicht|verz[oö]ger/i;
const isFinal =
  /permanent|giv(?:en|ing) up|failed|failure|undeliver|could not be delivered|wasn't able to deliver|unzustellbar|nicht zugestellt|fehler bei der nachrichtenzustellung|rejected/i;
/** '550 5.1.1 …', '#550 5.1.1 …', '5.1.1 …': how a mail server's answer begins. */
const reply = /(?<![\d.:])#?(?:([45]\d\d)(?:[ -]#?([45]\.\d{1,3}\.\d{1,3}))?|([45])\.\d{1,3}\.\d{1,3})(?![\d.])[ :-]/;

/** Reads a plain-text notice: the mail server's answer that it quotes, else the text after the address. */
function writtenRefusal(email: Email, text: string): Refusal | 'none' | null {
  const subject = email.subject ?? '';
  if (isLate.test(subject)) return 'none';
  const found = reply.exec(text);
  if (found) {
    const [, code, , status] = found;
    const reason = paragraphAt(text, found.index).replace(/^#/, '');
    return { code: Number(code ?? `${status}50`), reason };
  }
  if (isLate.test(text) && !isFinal.test(subject)) return 'none';
  const words = wordsAbout(text, addressIn(headerOf(email, 'x-failed-recipients') ?? text));
  return isFinal.test(`${subject} ${text}`) && words ? { code: 550, reason: words } : null;
}

const copyWords = /copy|original|below this line|kopie/i;
const copyHeader = /^(?:return-path|received|message-id):/i;

/** The text before the copy of our mail, whose own words mean nothing here. */
function noticeText(email: Email): string {
  const lines = plainText(email).split(/\r?\n/);
  const copy = lines.findIndex((line) => copyHeader.test(line) || (line.startsWith('--') && copyWords.test(line)));
  return lines.slice(0, copy < 0 ? undefined : copy).join('\n');
}

function plainText({ text, html }: Email): string {
  if (text !== undefined) return text;
  const written = html?.replaceAll(/<[^<>]*>/g, ' ') ?? '';
  return written.replaceAll(/&lt;|&#60;/g, '<').replaceAll(/&gt;|&#62;/g, '>');
}

function paragraphAt(text: string, index: number): string {
  return (text.slice(index).split(/\r?\n\s*\r?\n/)[0] ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** The text after the address in the same paragraph. */
function wordsAbout(text: string, address: string | null): string {
  const at = address ? text.toLowerCase().lastIndexOf(address.toLowerCase()) : -1;
  return at < 0 || !address ? '' : paragraphAt(text, at + address.length).replace(/^[>):\s]+/, '');
}

function recipientIn(fields: Fields): string | null {
  return addressIn(fields.get('final-recipient') ?? fields.get('original-recipient') ?? '');
}

function addressIn(text: string): string | null {
  return /[^\s<>;:,"()]{1,64}@[^\s<>;:,"()]{1,255}/.exec(text)?.[0] ?? null;
}

/** Replies of people ('out of office', 'prove that you are human') come from their own addresses. */
function isFromServer(email: Email): boolean {
  const sender = `${email.from?.name ?? ''} ${email.from?.address ?? ''}`;
  return (
    headerOf(email, 'x-failed-recipients') !== null ||
    /mailer-?daemon|postmaster@|mail delivery (?:system|subsystem|service)|microsoftexchange|mdaemon@/i.test(sender)
  );
}

function headerOf({ headers }: Email, name: string): string | null {
  return headers.find(({ key }) => key === name)?.value ?? null;
}

/** The returned mail, or its headers; `global` where an address is not in ASCII (RFC 6533). */
const originals = ['rfc822', 'rfc822-headers', 'global', 'global-headers'].map((name) => `message/${name}`);

/** From the returned mail or headers, else from the copy in the text, else from the mail that the notice answers. */
function originalMessageId(email: Email): string | null {
  const original = partOf(email, ...originals, 'text/rfc822-headers');
  const places = [
    original && groups(original)[0]?.get('message-id'),
    /^(?:> ?)?message-id: ?(<[^<>\s]+>)/im.exec(plainText(email))?.[1],
    email.inReplyTo,
    headerOf(email, 'x-original-message-id'),
    email.references?.split(/\s+/).at(-1),
  ];
  return places.map((place) => /<[^<>\s]+>/.exec(place ?? '')?.[0]).find((id) => id !== undefined) ?? null;
}

/** The first of these types that there is. */
function partOf({ attachments }: Email, ...types: string[]): string | null {
  const ofType = (type: string) => attachments.find(({ mimeType }) => mimeType.toLowerCase() === type);
  const content = types.map(ofType).find((part) => part !== undefined)?.content ?? null;
  return content === null || typeof content === 'string' ? content : new TextDecoder().decode(content);
}

/** Header fields, unfolded, by lower-case name; empty lines separate the groups. */
function groups(text: string): Fields[] {
  return text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n[ \t]*\n/)
    .map((group) => {
      const fields: Fields = new Map();
      for (const line of group.replace(/\n[ \t]+/g, ' ').split('\n')) {
        const colon = line.indexOf(':');
        const name = line.slice(0, colon).trim().toLowerCase();
        if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
      }
      return fields;
    });
}

/** The server's answer without its type (`smtp;`, `x-unix;`), after the status. */
function reasonOf(fields: Fields): string {
  const status = statusOf(fields);
  const words = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+;\s*/, '').replace(/\s+/g, ' ');
  return words.includes(status) ? words : `${status} ${words}`.trim();
}

function statusOf(fields: Fields): string {
  return /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '';
}

/** The reply's code, else the code for the status's class. */
function codeOf(fields: Fields): number {
  const code = /^[\w-]+;\s*(?:<[^>]*>:?\s*)?([245]\d\d)\b/.exec(fields.get('diagnostic-code') ?? '')?.[1];
  return code ? Number(code) : Number(statusOf(fields)[0] ?? 4) * 100 + 50;
}

function isAgainstUs(report: string): boolean {
  return /^(?:abuse|fraud|opt-out)$/i.test(groups(report)[0]?.get('feedback-type') ?? '');
}

/** Microsoft's junk mail reports attach the mail, and have no part that says what they are. */
function isFromHotmail(email: Email): boolean {
  return headerOf(email, 'x-hmxmroriginalrecipient') !== null;
}
