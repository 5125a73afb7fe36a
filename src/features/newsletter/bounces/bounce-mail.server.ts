/** Reads what mail servers write back about our mails: reports of delivery (RFC 3464) and of complaints (RFC 5965). */
import type { Attachment, Email } from 'postal-mime';
import type { Bounce } from './bounces.server.ts';
import { bounceKind } from './classify-answer.ts';

/** `soft` and `hard` as for a refusal during sending. */
export type ReportedMail = { type: Bounce['kind'] | 'complaint'; messageId: string; reason: string };

type Fields = Map<string, string>;

/** One entry for each mail that bounced for good; none for anything but a report, a delay or a success. */
export async function readReport(raw: Uint8Array | string): Promise<ReportedMail[]> {
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(raw, { forceRfc822Attachments: true });
  const messageId = originalMessageId(email);
  if (messageId === null) return [];
  const complaint = partOf(email, 'message/feedback-report');
  if (complaint) return isAbuse(complaint) ? [{ type: 'complaint', messageId, reason: 'feedback report' }] : [];
  const status = partOf(email, 'message/delivery-status') ?? partOf(email, 'message/global-delivery-status');
  if (!status) return [];
  // The first group is about the message, each other one about a recipient; ours have one.
  for (const fields of groups(status).filter((group) => group.has('action'))) {
    if (fields.get('action')?.toLowerCase() !== 'failed') continue;
    const reason = reasonOf(fields);
    const type = bounceKind(codeOf(fields), reason);
    if (type) return [{ type, messageId, reason }];
  }
  return [];
}

/** From the mail or the headers that came back, else from what the report answers to. */
function originalMessageId(email: Email): string | null {
  const original =
    partOf(email, 'message/rfc822') ??
    partOf(email, 'text/rfc822-headers') ??
    partOf(email, 'message/rfc822-headers') ??
    partOf(email, 'message/global') ??
    partOf(email, 'message/global-headers');
  const found = original && groups(original)[0]?.get('message-id');
  return /<[^<>\s]+>/.exec(found ?? email.inReplyTo ?? '')?.[0] ?? null;
}

function partOf({ attachments }: Email, type: string): string | null {
  const part = attachments.find(({ mimeType }) => mimeType.toLowerCase() === type);
  return part ? textOf(part) : null;
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

/** Header fields, unfolded and by their names in lower case; groups are parted by empty lines. */
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

/** The server's words with their type (`smtp;`, `x-unix;`) taken off, after the status. */
function reasonOf(fields: Fields): string {
  const status = statusOf(fields);
  const words = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+;\s*/, '').replace(/\s+/g, ' ');
  return words.includes(status) ? words : `${status} ${words}`.trim();
}

function statusOf(fields: Fields): string {
  return /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '';
}

/** The reply's code, else the one that the class of the status stands for. */
function codeOf(fields: Fields): number {
  const code = /^[\w-]+;\s*(?:<[^>]*>:?\s*)?([245]\d\d)\b/.exec(fields.get('diagnostic-code') ?? '')?.[1];
  return code ? Number(code) : Number(statusOf(fields)[0] ?? 4) * 100 + 50;
}

function isAbuse(report: string): boolean {
  const kind = groups(report)[0]?.get('feedback-type')?.toLowerCase();
  return kind === 'abuse' || kind === 'fraud';
}
