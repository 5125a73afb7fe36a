/** An answer kept ready to be sent: its body in each encoding that was asked for so far, a strong ETag for each. */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { chooseEncoding, type Encoding } from '#platform/http/accept-encoding.ts';

/** One encoding's bytes and raw header lines: of the whole answer and of a 304. */
type Form = { etag: string; head: string[]; headUnchanged: string[]; body: Buffer | string };

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const decompress = { br: promisify(brotliDecompress), gzip: promisify(gunzip), identity: async (body: Buffer) => body };

/** Of a body this small a compressed form would be no smaller. */
const worthCompressing = 600;

/**
 * Node sends a head and a latin1 body of less than 16 kB together from its stack, at two thirds of what a Buffer costs. The
 * head takes up to 1.5 kB.
 */
const mostAsString = 14_500;

/** Header names that change with the encoding or with the connection. */
const ownNames = new Set([
  'content-length',
  'content-encoding',
  'etag',
  'x-request-id',
  'connection',
  'transfer-encoding',
]);
/** In the order of preference. */
const offered = ['br', 'gzip'] as const;
const namesOfUnchanged = new Set(['cache-control', 'vary', 'content-location', 'expires']);

export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly #size: number;
  readonly #hash: string;
  readonly #forms: Partial<Record<Encoding, Form | Promise<Form>>> = {};
  /** Null once there is a form of it: what nobody asks for would be four fifths of what is kept. */
  #body: Buffer | null;

  constructor(status: number, headers: Headers, body: Buffer) {
    this.status = status;
    this.headers = headers;
    this.#body = body;
    this.#size = body.byteLength;
    this.#hash = hash('sha256', body, 'base64url').slice(0, 22);
  }

  /** What it takes in memory at most, about: when all its forms have been asked for. */
  get bytes(): number {
    return Math.round(this.#size * 1.5) + 2000;
  }

  /** Sends it if its bytes are ready for what the request accepts: whole, or as 304 to whoever has it. */
  sendAtOnce(request: IncomingMessage, response: ServerResponse): boolean {
    const form = this.#forms[this.#encoding(request)];
    if (!form || form instanceof Promise) return false;
    sendForm(form, this.status, request, response);
    return true;
  }

  async send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const encoding = this.#encoding(request);
    sendForm(await (this.#forms[encoding] ??= this.#make(encoding)), this.status, request, response);
  }

  #encoding(request: IncomingMessage): Encoding {
    return this.#size < worthCompressing ? 'identity' : chooseEncoding(request.headers['accept-encoding'], offered);
  }

  #make(encoding: Encoding): Promise<Form> {
    const made = this.#encoded(encoding).then((body) => {
      const etag = encoding === 'identity' ? `"${this.#hash}"` : `"${this.#hash}-${encoding}"`;
      const shared = [...this.headers].filter(([name]) => !ownNames.has(name));
      const own = [...(this.status === 200 ? [['etag', etag]] : []), ['content-length', String(body.byteLength)]];
      if (encoding !== 'identity') own.push(['content-encoding', encoding]);
      const unchanged = shared.filter(([name]) => namesOfUnchanged.has(name));
      const form = {
        etag,
        head: [...shared, ...own].flat(),
        headUnchanged: [...unchanged, ['etag', etag]].flat(),
        body: body.byteLength <= mostAsString ? body.toString('latin1') : body,
      };
      this.#forms[encoding] = form;
      this.#body = null;
      return form;
    });
    made.catch(() => delete this.#forms[encoding]);
    return made;
  }

  async #encoded(encoding: Encoding): Promise<Buffer> {
    return encode(this.#body ?? (await this.#decoded()), encoding);
  }

  async #decoded(): Promise<Buffer> {
    for (const encoding of ['identity', 'br', 'gzip'] as const) {
      const form = this.#forms[encoding];
      if (!form || form instanceof Promise) continue;
      return decompress[encoding](typeof form.body === 'string' ? Buffer.from(form.body, 'latin1') : form.body);
    }
    throw new Error('An answer has lost its body');
  }
}

function sendForm(form: Form, status: number, request: IncomingMessage, response: ServerResponse): void {
  if (status === 200 && isKnown(request.headers['if-none-match'], form.etag)) {
    response.writeHead(304, form.headUnchanged).end();
    return;
  }
  response.writeHead(status, form.head);
  if (request.method === 'HEAD') response.end();
  else if (typeof form.body === 'string') response.end(form.body, 'latin1');
  else response.end(form.body);
}

function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
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

/** A window as large as the body loses nothing; the usual one takes 4 MB in each thread that compresses, for good. */
function windowBits(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_DEFAULT_WINDOW: most } = constants;
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(bytes + 16))));
}

/** Compares as RFC 9110 says for If-None-Match: weakly, and with any of a list. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header === etag || header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
