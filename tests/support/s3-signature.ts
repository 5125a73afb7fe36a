/** Checks AWS Signature Version 4 as a server does, from Amazon's description alone: it shares no code with the client. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type Keys = { accessKeyId: string; secretAccessKey: string; region: string };

export type Refusal = { status: number; code: string };

const mostSkewMs = 15 * 60_000;

/** Null when the request is signed rightly, with everything that matters under the signature. */
export function signatureProblem(request: IncomingMessage, body: Buffer, keys: Keys): Refusal | null {
  const given = parseAuthorization(request.headers.authorization ?? '');
  if (!given) return { status: 403, code: 'AccessDenied' };
  const [accessKeyId, day, region, service, end] = given.credential.split('/');
  if (accessKeyId !== keys.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
  const date = String(request.headers['x-amz-date'] ?? '');
  const scope = `${day}/${region}/${service}/${end}`;
  if (scope !== `${date.slice(0, 8)}/${keys.region}/s3/aws4_request`)
    return { status: 400, code: 'AuthorizationHeaderMalformed' };
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - at) < mostSkewMs)) return { status: 403, code: 'RequestTimeTooSkewed' };

  const must = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-') || mustBeSigned.has(name));
  if (must.some((name) => !given.signedHeaders.includes(name))) return { status: 403, code: 'AccessDenied' };
  const hash = sha256(body);
  if (request.headers['x-amz-content-sha256'] !== hash) return { status: 400, code: 'XAmzContentSHA256Mismatch' };

  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical(request, given.signedHeaders, hash))].join('\n');
  const key = ['s3', 'aws4_request'].reduce(
    hmac,
    [day ?? '', keys.region].reduce(hmac, Buffer.from(`AWS4${keys.secretAccessKey}`)),
  );
  const expected = hmac(key, toSign);
  const signature = Buffer.from(given.signature, 'hex');
  const isRight = signature.length === expected.length && timingSafeEqual(signature, expected);
  return isRight ? null : { status: 403, code: 'SignatureDoesNotMatch' };
}

const mustBeSigned = new Set(['host', 'content-type', 'cache-control', 'if-none-match']);

function parseAuthorization(header: string) {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([a-z0-9;-]+),\s*Signature=([0-9a-f]{64})$/.exec(header);
  if (!match?.[1] || !match[2] || !match[3]) return null;
  return { credential: match[1], signedHeaders: match[2].split(';'), signature: match[3] };
}

function canonical(request: IncomingMessage, signedHeaders: string[], hash: string): string {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const headers = signedHeaders.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}\n`);
  return [
    request.method,
    path.split('/').map(reencoded).join('/'),
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => pair.split('=').map(reencoded))
      .map(([name = '', value = '']) => `${name}=${value}`)
      .sort()
      .join('&'),
    headers.join(''),
    signedHeaders.join(';'),
    hash,
  ].join('\n');
}

/** Every byte but A-Z a-z 0-9 - . _ ~ as %XX, whatever the client has sent. */
function reencoded(text: string): string {
  const bytes = Buffer.from(decodeURIComponent(text.replace(/\+/g, ' ')));
  return [...bytes]
    .map((byte) => String.fromCharCode(byte))
    .map((char) => (/[\w.~-]/.test(char) ? char : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`))
    .join('');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}
