/** The bytes of an answer in each encoding. */
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import type { Encoding } from '#platform/http/accept-encoding.ts';

const compressBrotli = promisify(brotliCompress);

const compressGzip = promisify(gzip);

export const decompress = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
  identity: async (body: Buffer) => body,
};

export function compressBody(body: Buffer, encoding: Encoding): Promise<Buffer> {
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
