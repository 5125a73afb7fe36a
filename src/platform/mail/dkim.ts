/**
 * DKIM signatures (RFC 6376, relaxed/relaxed, rsa-sha256) for mails whose bytes are known. Both headers of the one-click
 * unsubscription are signed, as RFC 8058 asks.
 */
import { createHash, createPrivateKey, type Hash, type KeyObject } from 'node:crypto';
import sign from 'nodemailer/lib/dkim/sign';

export type DkimKey = { domain: string; selector: string; privateKey: KeyObject };

const signedHeaders = [
  'From',
  'To',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Auto-Submitted',
].join(':');

/** @throws Error when the PEM text holds no RSA key of at least 1024 bits */
export function readDkimKey(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 1024)
    throw new Error('not an RSA key of at least 1024 bits');
  return key;
}

/** `head` are whole header lines with CRLF; `bodyHash` is in base64. Answers them with the signature on top. */
export function signHead(head: string, bodyHash: string, { domain, selector, privateKey }: DkimKey): string {
  const lines = head.split(/\r\n(?![ \t])/).filter(Boolean);
  const headers = lines.map((line) => ({ key: line.slice(0, line.indexOf(':')).trim().toLowerCase(), line }));
  const options = { domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedHeaders };
  const signature: unknown = sign(headers, 'sha256', bodyHash, options as never);
  if (typeof signature !== 'string') throw new Error('The DKIM key cannot sign');
  return `${signature}\r\n${head}`;
}

/** Signs a whole message. */
export function signMessage(bytes: Buffer, key: DkimKey): Buffer {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, end + 2).toString('latin1');
  const body = bytes.subarray(end + 4);
  const hash = hashLines(body.toString('latin1')).digest('base64');
  return Buffer.concat([Buffer.from(signHead(head, hash, key), 'latin1'), bytes.subarray(end + 2)]);
}

/** The hash of `body` in relaxed form; `body` ends with a line break. */
function hashLines(body: string): Hash {
  return createHash('sha256').update(relaxed(body).replace(/(?<!\r\n)(\r\n)*$/, '\r\n'), 'latin1');
}

/** Whole lines as relaxed canonicalisation wants them; empty lines at the end of a body are the caller's matter. */
export function relaxed(lines: string): string {
  return lines.replace(/[ \t]+/g, ' ').replace(/ \r\n/g, '\r\n');
}
