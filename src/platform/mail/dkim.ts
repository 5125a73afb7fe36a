/**
 * DKIM signatures (RFC 6376, relaxed/relaxed, rsa-sha256) for mails whose bytes are known. Both headers of the one-click
 * unsubscription are signed, as RFC 8058 asks.
 */
import { createHash, type KeyObject, sign } from 'node:crypto';

export type DkimKey = { domain: string; selector: string; privateKey: KeyObject };

const signedHeaders = [
  'from',
  'to',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'auto-submitted',
];
/** Listed once more than they occur (RFC 6376, 8.15): adding a second one in transit breaks the signature. */
const oversignedHeaders = ['from', 'to', 'subject', 'date', 'message-id'];

/** `head` is whole header lines with CRLF; `bodyHash` is in base64. Returns the head with the signature on top. */
export function signHead(head: string, bodyHash: string, { domain, selector, privateKey }: DkimKey): string {
  const fields = linesByName(head);
  const present = signedHeaders.filter((name) => fields.has(name));
  const signature = [
    'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; q=dns/txt;',
    ` d=${domain}; s=${selector};`,
    ` h=${[...present, ...oversignedHeaders].join(':\r\n  ')};`,
    ` bh=${bodyHash};`,
    ' b=',
  ].join('\r\n');
  // A listed but missing header is signed as absent.
  const signed = [...present.map((name) => fields.get(name) ?? ''), signature].map(relaxedField).join('\r\n');
  const value = sign('sha256', Buffer.from(signed, 'latin1'), privateKey).toString('base64');
  return `${signature}${value.replace(/.{72}(?=.)/g, '$&\r\n  ')}\r\n${head}`;
}

/** Header lines by lower-case name. Of several with one name the last counts, as verifiers count from the bottom. */
export function linesByName(head: string): Map<string, string> {
  const lines = head.split(/\r\n(?![ \t])/);
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line]));
}

function relaxedField(line: string): string {
  const colon = line.indexOf(':');
  const value = line.slice(colon + 1).replaceAll('\r\n', '');
  return `${line.slice(0, colon).trim().toLowerCase()}:${value.replace(/[ \t]+/g, ' ').replace(/^ | $/g, '')}`;
}

/** `bytes` end with a line break. */
export function signMessage(bytes: Buffer, key: DkimKey): Buffer {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, end + 2).toString('latin1');
  const body = relaxedCanonicalLines(bytes.subarray(end + 4).toString('latin1'));
  // bounded: only the first of several line breaks begins a match
  const hash = createHash('sha256').update(body.replace(/(?<!\r\n)(\r\n)*$/, '\r\n'), 'latin1');
  return Buffer.concat([Buffer.from(signHead(head, hash.digest('base64'), key), 'latin1'), bytes.subarray(end + 2)]);
}

/** Whole lines in relaxed canonicalisation; the caller handles empty lines at the end of a body. */
export function relaxedCanonicalLines(lines: string): string {
  return lines.replace(/[ \t]+/g, ' ').replace(/ \r\n/g, '\r\n');
}
