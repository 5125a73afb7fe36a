import sharp from 'sharp';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrCodePng } from './qr-code.ts';

const address = 'https://society.example/admin/events/7/guests?guest=12';

test('a QR code has the modules of its text', async () => {
  const { data, size } = encode(address, { ecc: 'M', border: 4 });
  const { data: pixels, info } = await sharp(qrCodePng(address))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.width).toBe(6 * size);
  const isDark = (x: number, y: number) =>
    (pixels[(6 * y + 3) * info.width * info.channels + (6 * x + 3) * info.channels] ?? 0) < 128;
  expect(data.map((row, y) => row.map((_, x) => isDark(x, y)))).toEqual(data);
});

test('it is small enough for a mail', () => {
  expect(qrCodePng(address).length).toBeLessThan(3000);
});
