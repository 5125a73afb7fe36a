/** A response ready to be sent: its body in each encoding requested so far, with a strong ETag for each. */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { chooseEncoding, type Encoding } from '#platform/http/accept-encoding.ts';

/** The bytes of one encoding and the raw header lines of the whole response and of a 304. */
type Representation = { etag: string; head: string[]; notModifiedHead: string[]; body: Buffer };

/** A smaller body does not shrink. */
const minCompressedBytes = 600;

/** Headers that change with the encoding or the connection. */
const variableHeaders = new Set([
  'content-length',
  'content-encoding',
  'etag',
  'x-request-id',
  'connection',
  'transfer-encoding',
]);

/** In order of preference. */
const encodings = ['br', 'gzip'] as const;

const notModifiedHeaders = new Set([
  'cache-control',
  'vary',
  'content-location',
  'expires',
  // Some browsers also expect it in the 304.
  'access-control-allow-origin',
]);

export class CachedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly #size: number;
  readonly #hash: string;
  readonly #representations: Partial<Record<Encoding, Representation | Promise<Representation>>> = {};
  /** Null once a representation exists: uncompressed bodies would be four fifths of the cache. */
  #body: Buffer | null;

  /** `hashed` is the same where the body is, and makes the ETag. */
  constructor(status: number, headers: Headers, body: Buffer, hashed: Buffer | string = body) {
    this.status = status;
    this.headers = headers;
    this.#body = body;
    this.#size = body.byteLength;
    this.#hash = hash('sha256', hashed, 'base64url').slice(0, 22);
  }

  /** An upper estimate of its memory, with all encodings requested. */
  get bytes(): number {
    return Math.round(this.#size * 1.5) + 2000;
  }

  /** Sends the response or a 304 if the requested encoding is ready; false if it is not. */
  sendIfReady(request: IncomingMessage, response: ServerResponse): boolean {
    const ready = this.#representations[this.#encoding(request)];
    if (!ready || ready instanceof Promise) return false;
    sendRepresentation(ready, this.status, request, response);
    return true;
  }

  async send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const encoding = this.#encoding(request);
    sendRepresentation(
      await (this.#representations[encoding] ??= this.#make(encoding)),
      this.status,
      request,
      response,
    );
  }

  #encoding(request: IncomingMessage): Encoding {
    return this.#size < minCompressedBytes ? 'identity' : chooseEncoding(request.headers['accept-encoding'], encodings);
  }

  #make(encoding: Encoding): Promise<Representation> {
    const made = this.#decoded().then(async (decoded) => {
      const body = await compressBody(decoded, encoding);
      const etag = encoding === 'identity' ? `"${this.#hash}"` : `"${this.#hash}-${encoding}"`;
      const common = [...this.headers].filter(([name]) => !variableHeaders.has(name));
      const own = [...(this.status === 200 ? [['etag', etag]] : []), ['content-length', String(body.byteLength)]];
      if (encoding !== 'identity') own.push(['content-encoding', encoding]);
      const notModified = common.filter(([name]) => notModifiedHeaders.has(name));
      const representation = {
        etag,
        head: [...common, ...own].flat(),
        notModifiedHead: [...notModified, ['etag', etag]].flat(),
        body,
      };
      this.#representations[encoding] = representation;
      this.#body = null;
      return representation;
    });
    made.catch(() => delete this.#representations[encoding]);
    return made;
  }

  async #decoded(): Promise<Buffer> {
    if (this.#body) return this.#body;
    for (const encoding of ['identity', 'br', 'gzip'] as const) {
      const ready = this.#representations[encoding];
      if (!ready || ready instanceof Promise) continue;
      return decompress[encoding](ready.body);
    }
    throw new Error('A cached response has lost its body');
  }
}

function sendRepresentation(
  ready: Representation,
  status: number,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (status === 200 && matchesEtag(request.headers['if-none-match'], ready.etag)) {
    response.writeHead(304, ready.notModifiedHead).end();
    return;
  }
  response.writeHead(status, ready.head);
  if (request.method === 'HEAD') response.end();
  else response.end(ready.body);
}

/** Compares as RFC 9110 (13.1.2) says for If-None-Match: weakly, with any of a list. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header === etag || header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

const compressBrotli = promisify(brotliCompress);

const compressGzip = promisify(gzip);

const decompress = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
  identity: async (body: Buffer) => body,
};

function compressBody(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br')
    return compressBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 6,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
        [constants.BROTLI_PARAM_LGWIN]: windowBits(body.byteLength),
      },
    });
  return encoding === 'gzip' ? compressGzip(body) : Promise.resolve(body);
}

/** A window of the body's size compresses as well; the default one holds 4 MB in each compressing thread. */
function windowBits(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_DEFAULT_WINDOW: most } = constants;
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(bytes + 16))));
}
