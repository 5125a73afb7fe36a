/** Converts uploaded bytes to safe pictures: decodes, turns upright, strips metadata, re-encodes. */
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { Invalid } from '#platform/errors.ts';
import { pictureMessages } from '#shared/picture-upload.ts';

// By default libvips caches decoded pictures and starts a thread per core: too much for a small server.
sharp.cache(false);
sharp.concurrency(1);

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | 'image/gif';

export type DecodedImage = {
  original: { bytes: Buffer; extension: string; contentType: PictureType };
  /** Size of the original in pixels. */
  width: number;
  height: number;
  /** The average colour, #rrggbb. */
  color: string;
  variants: { type: 'image/avif' | 'image/webp'; width: number; bytes: Buffer }[];
  forMail: { type: 'image/jpeg' | 'image/png'; width: number; bytes: Buffer };
};

/** `quick` takes a fifth of the time for fewer, larger files. */
export type Effort = 'thorough' | 'quick';

/** A row's picture, a card's, and an event's in its dialog, on a screen of either density. */
const efforts = {
  thorough: { widths: [160, 360, 720, 960, 1280], avif: 1, webp: 4 },
  quick: { widths: [160, 360, 720, 960], avif: 0, webp: 2 },
};
/** Twice the width in a mail, for high-density screens. */
const mailWidth = 1088;
const maxInputPixels = 50_000_000;
/** The site shows nothing wider; a camera's full size would only fill the disk. */
const longestSide = 2560;
const decodeSeconds = 20;

const extensions: Record<PictureType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
};

/** @throws Invalid for a file that does not decode, or has over 50 MP */
export async function convertImage(bytes: Uint8Array, type: PictureType, effort: Effort): Promise<DecodedImage> {
  await refuseBomb(bytes);
  const pixels = await decode(bytes);
  const { width, height } = pixels.info;
  return {
    original: { bytes: await encodeOriginal(open(pixels), type), extension: extensions[type], contentType: type },
    width,
    height,
    color: await averageColor(pixels),
    variants: await encodeVariants(pixels, effort),
    forMail: await encodeForMail(pixels),
  };
}

/** Reads the header only; decodes nothing. */
async function refuseBomb(bytes: Uint8Array): Promise<void> {
  const { width, height } = await sharp(bytes, { pages: 1 })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }));
  const pixels = width * height;
  if (pixels < 1 || pixels > maxInputPixels) throw new Invalid(pictureMessages.notAPicture);
}

type Pixels = { data: Buffer; info: OutputInfo };

async function decode(bytes: Uint8Array): Promise<Pixels> {
  try {
    return await sharp(bytes, { limitInputPixels: maxInputPixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: decodeSeconds })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      // Before anything else: libvips applies a profile to 8 bits only.
      .pipelineColourspace('srgb')
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch {
    throw new Invalid(pictureMessages.notAPicture);
  }
}

function open({ data, info }: Pixels): Sharp {
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

function encodeOriginal(picture: Sharp, type: PictureType): Promise<Buffer> {
  if (type === 'image/jpeg') return picture.jpeg({ quality: 85, progressive: true }).toBuffer();
  if (type === 'image/png') return picture.png().toBuffer();
  if (type === 'image/webp') return picture.webp({ quality: 85 }).toBuffer();
  if (type === 'image/avif') return picture.avif({ quality: 65, effort: 2 }).toBuffer();
  return picture.gif().toBuffer();
}

/** Never wider than the picture itself. */
async function encodeVariants(pixels: Pixels, effort: Effort): Promise<DecodedImage['variants']> {
  const widths = new Set(efforts[effort].widths.map((width) => Math.min(width, pixels.info.width)));
  const variants: DecodedImage['variants'] = [];
  for (const width of widths) {
    const [avif, webp] = await Promise.all([
      open(pixels).resize({ width }).avif({ quality: 50, effort: efforts[effort].avif }).toBuffer(),
      open(pixels).resize({ width }).webp({ quality: 76, effort: efforts[effort].webp }).toBuffer(),
    ]);
    variants.push({ type: 'image/avif', width, bytes: avif }, { type: 'image/webp', width, bytes: webp });
  }
  return variants;
}

/** Every mail program shows these two; Outlook shows neither WebP nor AVIF. */
async function encodeForMail(pixels: Pixels): Promise<DecodedImage['forMail']> {
  const { data, info } = await open(pixels)
    .resize({ width: mailWidth, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = open({ data, info });
  const { width, channels } = info;
  const isSeeThrough = channels % 2 === 0 && !(await picture.stats()).isOpaque;
  return isSeeThrough
    ? { type: 'image/png', width, bytes: await picture.png({ palette: true, quality: 90 }).toBuffer() }
    : { type: 'image/jpeg', width, bytes: await picture.removeAlpha().jpeg({ quality: 80 }).toBuffer() };
}

async function averageColor(pixels: Pixels): Promise<string> {
  const { data } = await open(pixels)
    .flatten({ background: '#ffffff' })
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `#${data.subarray(0, 3).toString('hex')}`;
}
