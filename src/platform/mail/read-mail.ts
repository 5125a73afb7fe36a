/** Reads the mails that `compose` and `prepareBulk` have written: headers, the text and the HTML of them. */

export type ReadMail = { headers: Map<string, string>; html: string; text: string };

export function readMail(bytes: Buffer): ReadMail {
  const raw = bytes.toString('latin1');
  const { headers, body } = parted(raw);
  const found = { html: '', text: '' };
  readPart(headers, body, found);
  return { headers, ...found };
}

/** By lower-case name, decoded; of a name that comes twice the first. */
export function readHeaders(bytes: Buffer): Map<string, string> {
  return parted(bytes.toString('latin1')).headers;
}

function parted(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const head = end < 0 ? raw : raw.slice(0, end);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [, name, value] = /^([^:\s]+):(.*)$/s.exec(line) ?? [];
    if (name && !headers.has(name.toLowerCase())) headers.set(name.toLowerCase(), words(value?.trim() ?? ''));
  }
  return { headers, body: end < 0 ? '' : raw.slice(end + 4) };
}

/** Encoded words (RFC 2047) in UTF-8, and plain UTF-8. */
function words(value: string): string {
  const joined = value.replace(/\?=\s+=\?/g, '?==?');
  const decoded = joined.replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString('latin1')
      : quotedPrintable(text.replaceAll('_', ' ')),
  );
  return Buffer.from(decoded, 'latin1').toString('utf8');
}

function readPart(headers: Map<string, string>, body: string, found: { html: string; text: string }): void {
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (/^multipart\//i.test(type) && boundary) {
    for (const part of `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1)) {
      const inner = parted(part.replace(/^\r\n/, ''));
      readPart(inner.headers, inner.body, found);
    }
    return;
  }
  const encoding = (headers.get('content-transfer-encoding') ?? '').toLowerCase();
  const decoded = encoding === 'quoted-printable' ? quotedPrintable(body) : body;
  const text = Buffer.from(decoded, encoding === 'base64' ? 'base64' : 'latin1').toString('utf8');
  if (/^text\/html/i.test(type)) found.html ||= text;
  else if (/^text\/plain/i.test(type)) found.text ||= text;
}

/** Bytes as latin1. */
function quotedPrintable(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
