/** Turns a mail into the bytes of RFC 5322, the same for the mail server and the outbox. */
import MailComposer from 'nodemailer/lib/mail-composer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { senderOf } from '#platform/config/environment.ts';
import { type DkimKey, linesByName, signMessage } from './dkim.ts';
import { asciiDomain } from './mailable-address.ts';
import { type Mail, MailError, type MailPicture } from './mailer-contract.ts';

export type Sender = { name: string; address: string };

export type Envelope = { from: string; to: string };

/** `isReady`: every line ends with CRLF and none starts with a dot, so that SMTP takes it as it is (RFC 5321, 4.5.2). */
export type ComposedMail = { envelope: Envelope; bytes: Buffer; isReady?: true };

/** @throws MailError if an address or header could add a header line */
export async function composeMail(mail: Mail, from: Sender, dkim?: DkimKey): Promise<ComposedMail> {
  refuseHeaderInjection(mail);
  const envelope = { from: asciiDomain(from.address), to: asciiDomain(mail.to) };
  const message = new MailComposer({
    // Never a string: nodemailer would parse it as a list and could find other recipients in it.
    from: mail.societyName ? senderOf(from, mail.societyName) : from,
    to: { name: '', address: mail.to },
    subject: asSubject(mail.subject),
    messageId: mail.messageId,
    date: new Date(),
    headers: mail.headers ?? {},
    text: mail.text,
    html: mail.html,
    // Beside the text for programs that show an invitation, and as a file for those that do not.
    ...(mail.calendar && { icalEvent: { ...mail.calendar, filename: 'event.ics' } }),
    attachments: mail.pictures?.map(asInlinePicture) ?? [],
    // Short lines whatever the content: RFC 5322 allows no more than 998 characters.
    encoding: 'quoted-printable',
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const bytes = await message.compile().build();
  return { envelope, bytes: dkim ? signMessage(bytes, dkim) : bytes };
}

function asInlinePicture({ name, bytes }: MailPicture) {
  const filename = `${name}.png`;
  return { cid: name, filename, content: bytes, contentType: 'image/png', contentDisposition: 'inline' as const };
}

/** Encodes anything that looks like an encoded word (RFC 2047): nodemailer would pass it on, to be decoded. */
function asSubject(subject: string): string {
  const line = subject.replace(/\s+/g, ' ');
  return line.includes('=?') ? encodeWord(line, 'Q', 52) : line;
}

type Headers = { from?: Sender; to?: Sender; subject?: string; headers?: Record<string, string> };

/** Encoded header lines by lower-case name, without their last line break. */
export async function headerLines({ subject = '', ...headers }: Headers): Promise<Map<string, string>> {
  const message = new MailComposer({ ...headers, subject: asSubject(subject), text: '' });
  const bytes = await message.compile().build();
  return linesByName(bytes.subarray(0, bytes.indexOf('\r\n\r\n')).toString('latin1'));
}

export function refuseHeaderInjection({
  to,
  messageId,
  headers = {},
}: Pick<Mail, 'to' | 'messageId' | 'headers'>): void {
  if (/[\p{Cc}<>\s]/u.test(to) || !/^[^@]+@[^@]+$/.test(to)) throw new MailError('Not one plain address', 'refused');
  for (const value of [messageId, ...Object.entries(headers).flat()])
    if (/\p{Cc}/u.test(value)) throw new MailError('A header holds a control character', 'refused');
}
