import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { blackPng, pngChunk } from '#tests/support/png.ts';
import { decodeImage } from './decode-image.ts';

const secret = 'Lat 51.5 N';
const place = {
  IFD0: { Copyright: secret, Model: 'Phone of someone' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
};

function drawn() {
  return sharp({ create: { width: 400, height: 200, channels: 3, background: '#b5613a' } });
}

/** A JPEG segment of that marker, after the first two bytes. */
function withSegment(jpeg: Buffer, marker: number, content: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(content, 'latin1'), jpeg.subarray(2)]);
}

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="">${secret}</rdf:Description></rdf:RDF></x:xmpmeta>`;

const carriers: Record<string, () => Promise<Buffer>> = {
  'JPEG with EXIF': async () => drawn().withExif(place).jpeg().toBuffer(),
  'JPEG with XMP': async () => drawn().withXmp(xmp).jpeg().toBuffer(),
  'JPEG with a comment': async () => withSegment(await drawn().jpeg().toBuffer(), 0xfe, secret),
  'JPEG with IPTC': async () =>
    withSegment(
      await drawn().jpeg().toBuffer(),
      0xed,
      `Photoshop 3.0\0${'8BIM'}\x04\x04\0\0\0\0\0\x10\x1c\x02\x78\0\x0b${secret}\0`,
    ),
  'JPEG with a film behind it': async () => Buffer.concat([await drawn().jpeg().toBuffer(), Buffer.from(secret)]),
  'PNG with a text': async () =>
    blackPng(400, 200, undefined, pngChunk('tEXt', Buffer.from(`Location\0${secret}`, 'latin1'))),
  'PNG with EXIF': async () => drawn().withExif(place).png().toBuffer(),
  'WebP with XMP': async () => drawn().withXmp(xmp).webp().toBuffer(),
  'WebP with EXIF': async () => drawn().withExif(place).webp().toBuffer(),
  'AVIF with EXIF': async () => drawn().withExif(place).avif({ effort: 0 }).toBuffer(),
  'GIF with a comment': async () => {
    const gif = await drawn().gif().toBuffer();
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, secret.length]), Buffer.from(secret), Buffer.from([0])]);
    return Buffer.concat([gif.subarray(0, -1), comment, Buffer.from([0x3b])]);
  },
};

for (const [name, make] of Object.entries(carriers))
  test(`nothing that a camera or a program recorded stays (${name})`, async () => {
    const bytes = await make();
    expect(bytes.includes(secret)).toBe(true);
    const { original, variants } = await decodeImage(bytes);
    for (const file of [original, ...variants]) {
      const { exif, xmp: notes, iptc, icc, comments } = await sharp(file.bytes).metadata();
      expect([exif, notes, iptc, icc, comments]).toEqual(Array(5).fill(undefined));
      expect(file.bytes.includes(secret)).toBe(false);
      expect(file.bytes.includes('Phone of someone')).toBe(false);
    }
  });

test('however a camera was held, its photograph ends upright', async () => {
  const top = await sharp({ create: { width: 400, height: 100, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  const upright = await drawn()
    .composite([{ input: top, gravity: 'north' }])
    .png()
    .toBuffer();
  // How a camera that is held that way stores the upright picture.
  const stored: Record<number, (image: Sharp) => Sharp> = {
    1: (image) => image,
    2: (image) => image.flop(),
    3: (image) => image.rotate(180),
    4: (image) => image.flip(),
    6: (image) => image.rotate(270),
    8: (image) => image.rotate(90),
  };
  for (const [orientation, turn] of Object.entries(stored)) {
    const turned = await turn(sharp(upright)).png().toBuffer();
    const photo = await sharp(turned)
      .withMetadata({ orientation: Number(orientation) })
      .jpeg()
      .toBuffer();
    const picture = await decodeImage(photo);
    expect([picture.width, picture.height], orientation).toEqual([400, 200]);
    const [, , blue] = await sharp(picture.original.bytes)
      .extract({ left: 200, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(blue, orientation).toBeGreaterThan(200);
  }
});

test('the wide colours of a phone are converted to those of the web', async () => {
  const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#ff0000' } })
    .withIccProfile('p3')
    .jpeg({ quality: 100 })
    .toBuffer();
  expect((await sharp(photo).metadata()).icc).toBeDefined();
  const [red = 0, green = 0] = await sharp((await decodeImage(photo)).original.bytes)
    .raw()
    .toBuffer();
  expect([red > 245, green < 20]).toEqual([true, true]);
});
