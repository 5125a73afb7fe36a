import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { blackPng } from '#tests/support/png.ts';
import { ownChildren } from '#tests/support/processes.ts';
import { eventually } from '#tests/support/smtp.ts';
import { decodeImage } from './decode-image.ts';
import { imageProcessFlags } from './run-image-task.ts';

const clay = { r: 181, g: 97, b: 58 };

function drawn(width: number, height: number, background: object = clay) {
  return sharp({ create: { width, height, channels: 3, background } });
}

test('AVIF and WebP stand beside the original at every width that fits, and in its own, and decode', async () => {
  const picture = await decodeImage(await drawn(1000, 500).png().toBuffer());
  expect(picture.original).toMatchObject({ extension: 'png', contentType: 'image/png' });
  expect(picture.variants.map(({ type, width }) => `${type} ${width}`)).toEqual([
    'image/avif 160',
    'image/webp 160',
    'image/avif 360',
    'image/webp 360',
    'image/avif 720',
    'image/webp 720',
    'image/avif 960',
    'image/webp 960',
    'image/avif 1000',
    'image/webp 1000',
  ]);
  for (const { type, width, bytes } of picture.variants) {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([width, width / 2]);
    expect(Math.abs((data[0] ?? 0) - clay.r)).toBeLessThan(6);
    expect((await sharp(bytes).metadata()).format).toBe(type === 'image/avif' ? 'heif' : 'webp');
  }
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(picture.color.slice(at, at + 2), 16));
  expect(Math.abs((red ?? 0) - clay.r) + Math.abs((green ?? 0) - clay.g) + Math.abs((blue ?? 0) - clay.b)).toBeLessThan(
    6,
  );
});

test('the decoder keeps no decoded pictures in memory and uses one thread', async () => {
  await import('./convert-image.ts');
  expect(sharp.cache()).toMatchObject({ memory: { max: 0 }, files: { max: 0 }, items: { max: 0 } });
  expect(sharp.concurrency()).toBe(1);
});

test('a small picture is not enlarged, a huge one is reduced', async () => {
  const small = await decodeImage(await drawn(120, 80).webp().toBuffer());
  expect(small.variants.map(({ width }) => width)).toEqual([120, 120]);
  const huge = await decodeImage(await drawn(5000, 2500).jpeg().toBuffer());
  expect(huge).toMatchObject({ width: 2560, height: 1280 });
});

test('each of the five types keeps its type', async () => {
  const source = drawn(64, 64);
  for (const [extension, bytes] of Object.entries({
    jpg: await source.clone().jpeg().toBuffer(),
    png: await source.clone().png().toBuffer(),
    webp: await source.clone().webp().toBuffer(),
    avif: await source.clone().avif().toBuffer(),
    gif: await source.clone().gif().toBuffer(),
  }))
    expect((await decodeImage(bytes)).original.extension).toBe(extension);
});

test('transparent, grey, 16-bit and CMYK pictures come through', async () => {
  const clear = { r: 10, g: 20, b: 30, alpha: 0.5 };
  const transparent = sharp({ create: { width: 400, height: 300, channels: 4, background: clear } });
  const picture = await decodeImage(await transparent.png().toBuffer());
  expect((await sharp(picture.original.bytes).metadata()).hasAlpha).toBe(true);
  expect((await sharp(picture.variants[0]?.bytes).metadata()).hasAlpha).toBe(true);
  const others = [
    await drawn(400, 300).greyscale().png().toBuffer(),
    await drawn(400, 300).toColourspace('rgb16').png().toBuffer(),
    await drawn(400, 300).toColourspace('cmyk').jpeg().toBuffer(),
  ];
  for (const bytes of others) {
    const { width, original } = await decodeImage(bytes);
    expect(width).toBe(400);
    expect(await sharp(original.bytes).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' });
  }
});

test('p3-16bit.png: a profile of 16 bits is applied in every size', async () => {
  const bytes = readFileSync(join(import.meta.dirname, '../../../tests/cases/files/p3-16bit.png'));
  const { original, variants, forMail } = await decodeImage(bytes);
  for (const file of [original, ...variants, forMail]) {
    const pixels = sharp(file.bytes).resize(40, 20, { kernel: 'nearest' });
    const { data } = await pixels.raw().toBuffer({ resolveWithObject: true });
    // A pixel in the left upper quarter, away from its edges.
    const at = (4 * 40 + 8) * (data.length / 800);
    for (const [index, wanted] of [200, 30, 30].entries())
      expect(Math.abs((data[at + index] ?? 0) - wanted), `${file.bytes.length} ${index}`).toBeLessThanOrEqual(3);
  }
});

test('other pictures of 16 bits keep their colours, with a profile and without', async () => {
  const deep = drawn(400, 300).toColourspace('rgb16');
  for (const bytes of [await deep.clone().png().toBuffer(), await deep.clone().withIccProfile('p3').png().toBuffer()]) {
    const { data } = await sharp((await decodeImage(bytes)).original.bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const [index, wanted] of [clay.r, clay.g, clay.b].entries())
      expect(Math.abs((data[index] ?? 0) - wanted)).toBeLessThanOrEqual(3);
  }
});

test('a HEIC photo is refused with a sentence that says what to do, whatever its name', async () => {
  const heic = Buffer.from('0000001c6674797068656963000000006d6966316865696368657663', 'hex');
  await expect(decodeImage(heic)).rejects.toThrow('This browser cannot open HEIC photos.');
});

test('of an animation the first frame is kept', async () => {
  const frames = [await drawn(64, 64).png().toBuffer(), await drawn(64, 64, { r: 0, g: 0, b: 255 }).png().toBuffer()];
  const animation = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
  expect((await sharp(animation).metadata()).pages).toBe(2);

  const { original, width, height } = await decodeImage(animation);
  expect([width, height]).toEqual([64, 64]);
  expect((await sharp(original.bytes).metadata()).pages ?? 1).toBe(1);
  const [red, , blue] = await sharp(original.bytes).raw().toBuffer();
  expect(red).toBeGreaterThan(150);
  expect(blue).toBeLessThan(90);
});

test('a file that only pretends to be a picture is refused', async () => {
  const jpeg = await drawn(800, 600).jpeg().toBuffer();
  const pretenders = [
    Buffer.from('just words'),
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
    Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
    await drawn(8, 8).tiff().toBuffer(),
    jpeg.subarray(0, 20),
    jpeg.subarray(0, jpeg.length - 400),
    blackPng(100, 100, Buffer.from('not deflated')),
    Buffer.alloc(0),
  ];
  for (const bytes of pretenders) await expect(decodeImage(bytes)).rejects.toThrow('Please select a valid image file');
});

test('after a refused picture the next one is accepted', async () => {
  const jpeg = await drawn(40, 40).jpeg().toBuffer();
  const [bad, good] = await Promise.allSettled([decodeImage(Buffer.from('no')), decodeImage(jpeg)]);
  expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
});

test('a picture that crashes the decoder is refused, and the next one is accepted', async () => {
  const photo = await drawn(2000, 1500).jpeg().toBuffer();
  const fallen = expect(decodeImage(photo)).rejects.toThrow('Please select a valid image file');
  process.kill(await eventually(() => ownChildren('image-process')[0]), 'SIGKILL');
  await fallen;
  expect((await decodeImage(await drawn(40, 40).jpeg().toBuffer())).width).toBe(40);
});

test('a picture that takes too long is not called an invalid one', async () => {
  const photo = await drawn(2000, 1500).jpeg().toBuffer();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const late = expect(decodeImage(photo)).rejects.toThrow('Failed to process image. Please try again.');
    while (vi.getTimerCount() === 0) await nextTurn();
    vi.advanceTimersByTime(90_000);
    await late;
  } finally {
    vi.useRealTimers();
  }
});

test('the decoder can read no database, write nothing and start no program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  const database = JSON.stringify(join(folder, 'site.db'));
  writeFileSync(join(folder, 'site.db'), 'secret');
  const attempts = [
    `require('node:fs').readFileSync(${database})`,
    `require('node:fs').writeFileSync(${database}, 'changed')`,
    `require('node:fs').readFileSync('/etc/passwd')`,
    `require('node:fs').readdirSync('/proc/self/fd')`,
    `require('node:fs').writeFileSync(require('node:path').resolve('src/new.ts'), '')`,
    `new (require('node:sqlite').DatabaseSync)(${database})`,
    `require('node:child_process').execFileSync('true')`,
    `new (require('node:worker_threads').Worker)('', { eval: true })`,
  ];
  const probe = `console.log(JSON.stringify([${attempts.map((attempt) => `() => ${attempt}`).join(',')}].map((attempt) => {
    try { attempt(); return 'done' } catch (error) { return error.code }
  })))`;
  try {
    const said = execFileSync(process.execPath, [...imageProcessFlags, '-e', probe], { encoding: 'utf8' });
    expect(JSON.parse(said)).toEqual(
      attempts.map((attempt) => (attempt.includes('sqlite') ? 'ERR_UNKNOWN_BUILTIN_MODULE' : 'ERR_ACCESS_DENIED')),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
