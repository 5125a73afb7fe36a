/**
 * One message for many readers: encoded once, afterwards only what differs from reader to reader is filled in. What comes
 * out is the same kind of message as `compose` makes.
 */
import { createHash, type Hash, randomBytes } from 'node:crypto';
import { encode, wrap } from 'nodemailer/lib/qp';
import { asciiDomain } from './address.ts';
import { type ComposedMail, headerLines, refuseControls, type Sender } from './compose.ts';
import { type DkimKey, relaxed, signHead } from './dkim.ts';

export type BulkMail = {
  from: Sender;
  subject: string;
  html: string;
  text: string;
  /** Stands in `html` and `text` for each reader's own link. */
  placeholder: string;
  /** The same for everybody. */
  headers: Record<string, string>;
  dkim?: DkimKey | undefined;
};

export type Reader = {
  /** One bare address. */
  to: string;
  messageId: string;
  /** ASCII, as it is in the text; in the HTML it is escaped. */
  link: string;
  headers: Record<string, string>;
};

type Piece = { bytes: Buffer; relaxed: string };
type Part = 'text' | 'html';

/** A line of quoted-printable has 76 characters with the "=" of a soft break. */
const lineLength = 75;
const softBreak = '=\r\n';
const isPlainAddress = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+$/i;

/** Answers what makes each reader's message; it throws a MailError like `compose`. */
export async function prepareBulk(mail: BulkMail): Promise<(reader: Reader, date: Date) => Promise<ComposedMail>> {
  const boundary = `=_${randomBytes(12).toString('hex')}`;
  const fixed = await fixedHeaders(mail, boundary);
  const from = asciiDomain(mail.from.address);
  const pieces: (Piece | Part)[] = [
    piece(opening(boundary, 'plain')),
    ...split(mail.text, mail.placeholder, 'text'),
    piece(`\r\n${opening(boundary, 'html')}`),
    ...split(mail.html, mail.placeholder, 'html'),
    piece(`\r\n--${boundary}--\r\n`),
  ];
  const { hash: started, rest } = hashedStart(pieces);

  return async (reader, date) => {
    refuseControls(reader);
    const link = { text: piece(personal(reader.link)), html: piece(personal(escapeLink(reader.link))) };
    const resolved = pieces.map((one) => (typeof one === 'string' ? link[one] : one));
    let head = `${fixed}${await toHeader(reader.to)}Message-ID: ${reader.messageId}\r\nDate: ${date.toUTCString().replace('GMT', '+0000')}\r\n`;
    for (const [name, value] of Object.entries(reader.headers)) head += `${name}: ${value}\r\n`;
    if (mail.dkim) {
      const hash = started.copy();
      for (const one of resolved.slice(rest)) hash.update(one.relaxed, 'latin1');
      head = signHead(head, hash.digest('base64'), mail.dkim);
    }
    const bytes = Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), ...resolved.map((one) => one.bytes)]);
    return { envelope: { from, to: asciiDomain(reader.to) }, bytes };
  };
}

/** From, Subject, Content-Type and what else is the same for all, encoded as `compose` does. */
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

/** The encoded text around each placeholder; the joints are soft line breaks, so that every piece is whole lines. */
function split(text: string, placeholder: string, part: Part): (Piece | Part)[] {
  const around = text.replace(/\r?\n/g, '\r\n').split(placeholder);
  return around.flatMap((words, index) => {
    const isLast = index === around.length - 1;
    const encoded = wrap(encode(words), lineLength);
    return isLast ? [piece(encoded)] : [piece(encoded + softBreak), part];
  });
}

function personal(link: string): string {
  return wrap(encode(link), lineLength) + softBreak;
}

function piece(lines: string): Piece {
  return { bytes: Buffer.from(lines, 'latin1'), relaxed: relaxed(lines) };
}

/** The hash of everything before the first personal piece, which every message goes on from. */
function hashedStart(pieces: (Piece | Part)[]): { hash: Hash; rest: number } {
  const hash = createHash('sha256');
  let rest = 0;
  for (const one of pieces) {
    if (typeof one === 'string') break;
    hash.update(one.relaxed, 'latin1');
    rest += 1;
  }
  return { hash, rest };
}

function escapeLink(link: string): string {
  return link.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
