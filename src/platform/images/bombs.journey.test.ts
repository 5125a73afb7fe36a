import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { TooMany } from '#platform/errors.ts';
import { isWithin } from '#tests/support/patience.ts';
import { blackPng, pngChunk } from '#tests/support/png.ts';
import { decodeImage } from './decode-image.ts';

const red = { r: 255, g: 0, b: 0 };

/** One frame of a single code, on a canvas as large as the format knows. */
function gifBomb(side: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const colors = [0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const frame = [0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x44, 1, 0, 0x3b];
  return Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from(colors), Buffer.from(frame)]);
}

/** 16,383 × 16,383 red pixels, whole; no WebP can be larger. */
const webpBomb = Buffer.from('UklGRhwAAABXRUJQVlA4TA8AAAAv/r//DwcQ/Y/+ByKi/wEA', 'base64');

/** A small AVIF whose header claims to be large. */
async function avifBomb(side: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: red } })
    .avif({ effort: 0 })
    .toBuffer();
  const size = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(side, size);
  bytes.writeUInt32BE(side, size + 4);
  return bytes;
}

test('a picture that would fill the memory is refused before it is decoded', async () => {
  expect((await decodeImage(blackPng(2000, 1000))).width).toBe(2000);
  const bombs = {
    'PNG, 50 MP and a little': blackPng(10_000, 5001),
    'PNG, 30,000 × 30,000 and whole': blackPng(30_000, 30_000),
    'PNG, 65,000 × 65,000 and broken': blackPng(65_000, 65_000, Buffer.alloc(9)),
    GIF: gifBomb(30_000),
    WebP: webpBomb,
    AVIF: await avifBomb(30_000),
  };
  for (const [name, bomb] of Object.entries(bombs)) {
    expect(bomb.length, name).toBeLessThan(200_000);
    const started = performance.now();
    await expect(decodeImage(bomb), name).rejects.toThrow('Please select a valid image file');
    const taken = performance.now() - started;
    expect(isWithin(500, taken), `${name}: ${taken} ms`).toBe(true);
  }
});

test('huge metadata around the pixels is ignored', async () => {
  const swelling = deflateSync(Buffer.alloc(100_000_000));
  for (const [type, head] of [
    ['zTXt', 'Comment\0\0'],
    ['iCCP', 'x\0\0'],
  ] as const) {
    const bomb = blackPng(100, 100, undefined, pngChunk(type, Buffer.concat([Buffer.from(head), swelling])));
    expect((await decodeImage(bomb)).width).toBe(100);
  }
});

test('ten at once are decoded one after the other; more get a 503', async () => {
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: red } })
    .jpeg()
    .toBuffer();
  const ten = await Promise.all(Array.from({ length: 10 }, () => decodeImage(photo)));
  expect(ten.map(({ width }) => width)).toEqual(Array(10).fill(400));
  const crowd = await Promise.allSettled(Array.from({ length: 40 }, () => decodeImage(photo)));
  const refused = crowd.filter((one) => one.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(crowd.length - refused.length).toBeGreaterThanOrEqual(20);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(TooMany);
  expect((await decodeImage(photo)).width).toBe(400);
});
