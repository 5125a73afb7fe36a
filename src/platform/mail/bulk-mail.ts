/**
 * One message for many recipients: encoded once, then filled in with each recipient's own parts. The result is the same kind of
 * message as `composeMail` makes.
 */
import { createHash } from 'node:crypto';
import { encode, wrap } from 'nodemailer/lib/qp';
import { randomHex } from '#platform/tokens.ts';
import { escapeHtml } from '#shared/mail/mail-layout.ts';
import { type ComposedMail, headerLines, refuseHeaderInjection, type Sender } from './compose-mail.ts';
import { type DkimKey, relaxedCanonicalLines, signHead } from './dkim.ts';
import { asciiDomain } from './mailable-address.ts';

export type BulkMail = {
  from: Sender;
  subject: string;
  html: string;
  text: string;
  /** The placeholders in `html` and `text` for each recipient's own words. */
  placeholders: readonly string[];
  headers: Record<string, string>;
  dkim?: DkimKey | undefined;
};

export type Recipient = {
  /** One bare address. */
  to: string;
  messageId: string;
  /** One for each placeholder; escaped in the HTML. */
  words: readonly string[];
  headers: Record<string, string>;
};

type Piece = { lines: string; relaxed: string };
/** A place for a recipient's own words, by the index of its placeholder. */
type Gap = { part: 'text' | 'html'; index: number };

/** A quoted-printable line has 76 characters, including the "=" of a soft break and "=2E" for a dot at its start. */
const lineLength = 73;
const softBreak = '=\r\n';
const isPlainAddress = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+$/i;

/** Returns a function that makes each recipient's message; like `composeMail` it throws a MailError. */
export async function prepareBulk(
  mail: BulkMail,
): Promise<(recipient: Recipient, date: Date) => Promise<ComposedMail>> {
  const boundary = `=_${randomHex(12)}`;
  const fixed = await fixedHeaders(mail, boundary);
  const from = asciiDomain(mail.from.address);
  const pieces: (Piece | Gap)[] = [
    piece(opening(boundary, 'plain')),
    ...split(mail.text, mail.placeholders, 'text'),
    piece(`\r\n${opening(boundary, 'html')}`),
    ...split(mail.html, mail.placeholders, 'html'),
    piece(`\r\n--${boundary}--\r\n`),
  ];

  return async (recipient, date) => {
    refuseHeaderInjection(recipient);
    const own = {
      text: recipient.words.map((words) => piece(personal(words))),
      html: recipient.words.map((words) => piece(personal(escapeHtml(words)))),
    };
    const resolved = pieces.map((one) => ('part' in one ? own[one.part][one.index] : one)).filter((one) => !!one);
    let head = `${fixed}${await toHeader(recipient.to)}Message-ID: ${recipient.messageId}\r\nDate: ${date.toUTCString().replace('GMT', '+0000')}\r\n`;
    for (const [name, value] of Object.entries(recipient.headers)) head += `${name}: ${value}\r\n`;
    if (mail.dkim) {
      const hash = createHash('sha256');
      for (const one of resolved) hash.update(one.relaxed, 'latin1');
      head = signHead(head, hash.digest('base64'), mail.dkim);
    }
    const message = `${head}\r\n${resolved.map(({ lines }) => lines).join('')}`;
    return { envelope: { from, to: asciiDomain(recipient.to) }, bytes: Buffer.from(message, 'latin1'), isReady: true };
  };
}

/** From, Subject, Content-Type and the other shared headers, encoded as `composeMail` does. */
async function fixedHeaders({ from, subject, headers }: BulkMail, boundary: string): Promise<string> {
  const lines = await headerLines({ from, subject, headers });
  const wanted = ['from', 'subject', 'mime-version', ...Object.keys(headers).map((name) => name.toLowerCase())];
  const kept = wanted.map((name) => lines.get(name)).filter((line) => line !== undefined);
  return `${kept.join('\r\n')}\r\nContent-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n`;
}

async function toHeader(address: string): Promise<string> {
  if (isPlainAddress.test(address)) return `To: ${address}\r\n`;
  return `${(await headerLines({ to: { name: '', address } })).get('to')}\r\n`;
}

function opening(boundary: string, kind: 'plain' | 'html'): string {
  return `--${boundary}\r\nContent-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;
}

/** The encoded text around each placeholder; every piece ends in a soft line break, so it consists of whole lines. */
function split(text: string, placeholders: readonly string[], part: Gap['part']): (Piece | Gap)[] {
  const pattern = placeholders.map((one) => one.replace(/[^\w]/g, '\\$&')).join('|');
  const around = text.split(new RegExp(`(${pattern})`));
  return around.map((words, at) => {
    if (at % 2 === 1) return { part, index: placeholders.indexOf(words) };
    const encoded = inLines(words);
    return piece(at === around.length - 1 ? encoded : encoded + softBreak);
  });
}

function personal(words: string): string {
  return inLines(words) + softBreak;
}

/** Encodes a dot that begins a line: doubling it in each message (RFC 5321, 4.5.2) would cost 4 % of sending it. */
function inLines(words: string): string {
  return wrap(encode(words.replace(/\r\n?|\n/g, '\r\n')), lineLength).replace(/^\./gm, '=2E');
}

function piece(lines: string): Piece {
  return { lines, relaxed: relaxedCanonicalLines(lines) };
}
