/** QR codes as PNG, without the decoder: drawing one is a few lines. */
import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

/** Pixels of a module. */
const scale = 6;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Black on white with the quiet zone of ISO/IEC 18004, one bit a pixel. */
export function qrCodePng(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const pixels = size * scale;
  const rows = data.map((modules) => pixelRow(modules, pixels));
  const raw = Buffer.concat(rows.flatMap((row) => Array.from({ length: scale }, () => row)));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(pixels, 0);
  head.writeUInt32BE(pixels, 4);
  head[8] = 1;
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The first byte says that the row is not filtered; a set bit is white. */
function pixelRow(modules: boolean[], pixels: number): Buffer {
  const row = Buffer.alloc(1 + Math.ceil(pixels / 8));
  for (let x = 0; x < pixels; x++) {
    const at = 1 + (x >> 3);
    if (!modules[Math.floor(x / scale)]) row[at] = (row[at] ?? 0) | (0x80 >> (x & 7));
  }
  return row;
}

/** PNG, 5.3: the checksum covers the name and the content. */
function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
