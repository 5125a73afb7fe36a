/** Draws a picture from layers; runs in the process of `run-image-task.ts`. */
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import type { FocalPoint } from '#shared/item-picture.ts';
import { escapeHtml } from '#shared/mail/mail-layout.ts';
import { beginsAtRight, type FontName } from './font-coverage.ts';

/** Pixels. */
type Box = { left: number; top: number; width: number; height: number };

export type Layer =
  /** An SVG of the size of the whole picture. */
  | { name: 'drawing'; svg: string }
  /** Fills its box; crops away from the focal point, or evenly without one. */
  | ({ name: 'picture'; bytes: Uint8Array } & Partial<FocalPoint> & Box)
  /** Whole in its box, at the start of it, on what lies below. */
  | ({ name: 'logo'; bytes: Uint8Array } & Box)
  /** Text in the largest size in which all of it fits, at middle height; cut when it does not fit in the smallest. */
  | ({ name: 'text' } & Aligned & Written & Box)
  /** Each below the one before, as high as it is, with pixels between. */
  | ({ name: 'texts'; texts: (Written & { height: number; above?: number })[] } & Aligned & Box);

/** Without it at the side where its script begins. */
type Aligned = { align?: 'center' | 'left' | 'right' | undefined };

type Written = {
  text: string;
  font: FontName;
  sizes: readonly number[];
  color: string;
  /** From line to line, in font sizes; without it the font's own, which other scripts in a line make larger. */
  leading?: number;
};

type PictureLayer = Extract<Layer, { name: 'picture' }>;
type TextLayer = Extract<Layer, { name: 'text' }>;
type Drawn = { data: Buffer; info: { width: number; height: number } };

const families: Record<FontName, string> = { heading: 'Card Heading', text: 'Card Text' };
/** Letter spacing in thousandths of the font size. */
const spacing: Record<FontName, number> = { heading: -14, text: 0 };
const lineHeights: Record<FontName, number> = { heading: 0.9, text: 1 };

const maxInputPixels = 50_000_000;

/** In bytes, as chats and mail programs take it; a photograph full of noise gets a lower quality, tried in this order. */
const mostBytes = 400_000;
const qualities = [86, 74, 62, 50, 38];

/** Returns a JPEG. */
export async function composeLayers(whole: { width: number; height: number; layers: Layer[] }): Promise<Buffer> {
  const { width, height, layers } = whole;
  const overlays: OverlayOptions[] = [];
  for (const layer of layers)
    if (layer.name === 'texts') overlays.push(...(await stackOf(layer)));
    else overlays.push(await overlayOf(layer));
  const drawn = sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite(overlays);
  let jpeg = Buffer.alloc(0);
  for (const quality of qualities) {
    const chromaSubsampling = quality === qualities[0] ? '4:4:4' : '4:2:0';
    jpeg = await drawn.clone().jpeg({ quality, progressive: true, chromaSubsampling }).toBuffer();
    if (jpeg.byteLength <= mostBytes) break;
  }
  return jpeg;
}

async function stackOf({
  texts,
  align,
  left,
  top,
  width,
  height,
}: Extract<Layer, { name: 'texts' }>): Promise<OverlayOptions[]> {
  const overlays: OverlayOptions[] = [];
  let at = top;
  for (const { above = 0, ...written } of texts) {
    const room = Math.min(written.height, top + height - at - above);
    if (room < Math.min(...written.sizes)) break;
    const { data, info } = await drawText({ name: 'text', ...written, left, top: at, width, height: room });
    overlays.push({ input: data, left: left + shiftOf(written.text, align, width - info.width), top: at + above });
    at += above + info.height;
  }
  return overlays;
}

function shiftOf(text: string, align: Aligned['align'], room: number): number {
  if (align === 'center') return Math.round(room / 2);
  return align === 'right' || (!align && beginsAtRight(text)) ? room : 0;
}

async function overlayOf(layer: Exclude<Layer, { name: 'texts' }>): Promise<OverlayOptions> {
  if (layer.name === 'drawing') return { input: Buffer.from(layer.svg), left: 0, top: 0 };
  const { left, top, width, height } = layer;
  if (layer.name === 'picture') {
    const picture = sharp(layer.bytes, { limitInputPixels: maxInputPixels, pages: 1 });
    const input = await (await cropAroundFocalPoint(picture, layer))
      .resize({ width, height, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .png({ compressionLevel: 1 })
      .toBuffer();
    return { input, left, top };
  }
  if (layer.name === 'logo') {
    const { data, info } = await sharp(layer.bytes, { limitInputPixels: maxInputPixels, pages: 1 })
      .resize({ width, height, fit: 'inside' })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    return { input: data, left, top: top + Math.round((height - info.height) / 2) };
  }
  const { data, info } = await drawText(layer);
  const aside = shiftOf(layer.text, layer.align, width - info.width);
  return { input: data, left: left + aside, top: top + Math.round((height - info.height) / 2) };
}

/** The largest part of the picture that has the shape of the box, placed as `object-position` places it. */
async function cropAroundFocalPoint(
  picture: Sharp,
  { imageFocalX, imageFocalY, width, height }: PictureLayer,
): Promise<Sharp> {
  if (typeof imageFocalX !== 'number' || typeof imageFocalY !== 'number') return picture;
  const whole = await picture.metadata();
  const scale = Math.min(whole.width / width, whole.height / height);
  const partWidth = Math.max(1, Math.floor(width * scale));
  const partHeight = Math.max(1, Math.floor(height * scale));
  return picture.extract({
    left: Math.round(((whole.width - partWidth) * imageFocalX) / 100),
    top: Math.round(((whole.height - partHeight) * imageFocalY) / 100),
    width: partWidth,
    height: partHeight,
  });
}

async function drawText(layer: TextLayer): Promise<Drawn> {
  for (const size of layer.sizes) {
    const drawn = await drawAt(layer, layer.text, size);
    if (fits(drawn, layer)) return balance(drawn, layer, size);
  }
  return drawCut(layer, layer.sizes.at(-1) ?? 12);
}

/** Lines of about the same length: as narrow as the words allow without one line more. */
async function balance(drawn: Drawn, layer: TextLayer, size: number): Promise<Drawn> {
  const isOneLine = drawn.info.height < 1.5 * size;
  let best = drawn;
  for (let width = drawn.info.width; !isOneLine && width > drawn.info.width / 2; ) {
    width -= Math.ceil(drawn.info.width / 12);
    const narrower = await drawAt({ ...layer, width }, layer.text, size, 'word');
    if (narrower.info.width > width || narrower.info.height > drawn.info.height + size / 2) break;
    best = narrower;
  }
  return best;
}

/** Cuts the text after as many letters as fit. */
async function drawCut(layer: TextLayer, size: number): Promise<Drawn> {
  const letters = [...new Intl.Segmenter().segment(layer.text)].map(({ segment }) => segment);
  let [fitting, tooMany] = [0, letters.length];
  let best = await drawAt(layer, '…', size);
  while (tooMany - fitting > 1) {
    const count = Math.floor((fitting + tooMany) / 2);
    const drawn = await drawAt(layer, `${wholeWords(letters.slice(0, count).join(''))}…`, size);
    if (fits(drawn, layer)) [fitting, best] = [count, drawn];
    else tooMany = count;
  }
  return best;
}

/** Drops a word that is cut, unless there is no other. */
function wholeWords(text: string): string {
  return (/^(.+)\s\S{0,30}$/s.exec(text)?.[1] ?? text).trimEnd();
}

function fits({ info }: Drawn, { width, height }: TextLayer): boolean {
  return info.width <= width && info.height <= height;
}

async function drawAt(
  { font, color, width, leading, align }: TextLayer,
  text: string,
  size: number,
  wrap: 'word' | 'word-char' = 'word-char',
): Promise<Drawn> {
  const letterSpacing = Math.round((spacing[font] / 1000) * size * 1024);
  // Pango takes more than 1024 for 1024ths of a point.
  const lineHeight = leading ? Math.round(leading * size * 1024) : lineHeights[font];
  const markup = `<span foreground="${color}" line_height="${lineHeight}" letter_spacing="${letterSpacing}">${escapeHtml(text)}</span>`;
  return sharp({
    text: {
      text: markup,
      font: `${families[font]} ${size}`,
      width,
      align: align === 'center' ? 'center' : 'left',
      rgba: true,
      dpi: 72,
      wrap,
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
}
