/** A society's logo as pixels: nothing of an SVG but its look is kept. Runs in the process of `run-image-task.ts`. */
import sharp from 'sharp';
import { Invalid } from '#platform/errors.ts';
import { groundColors } from '#shared/look/palette.ts';
import { type LogoPlate, logoMessages } from '#shared/picture-upload.ts';

/** In pixels, of the longer side. */
const [smallest, largest] = [256, 1024];
const maxInputPixels = 50_000_000;
const drawSeconds = 20;

const grounds = { light: groundColors.paper[0], dark: groundColors.paper[1] };
/** Below it a picture is hard to see (WCAG asks for 3 where it must be understood). */
const visibleContrast = 2;

/**
 * Returns a PNG, and the schemes in which most of it would not be seen.
 * @throws Invalid for what cannot be drawn, is too small, or has one colour only
 */
export async function convertLogo(bytes: Uint8Array): Promise<{ bytes: Buffer; plate: LogoPlate }> {
  if (bytes.length === 0) throw new Invalid(logoMessages.notALogo);
  // An SVG has no pixels yet: any size can be drawn small.
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => ({ format: '', width: 0, height: 0 }));
  const longer = Math.max(width, height);
  if (!['svg', 'png', 'webp'].includes(format) || longer < 1) throw new Invalid(logoMessages.notALogo);
  if (format !== 'svg' && longer < smallest) throw new Invalid(logoMessages.tooSmall);
  const density = Math.min(2400, Math.max(1, (72 * largest) / longer));
  const { data, info } = await sharp(bytes, { limitInputPixels: maxInputPixels, pages: 1, density })
    .timeout({ seconds: drawSeconds })
    .autoOrient()
    .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: format !== 'svg' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new Invalid(logoMessages.notALogo);
    });
  const drawn = sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } });
  return { bytes: await drawn.png().toBuffer(), plate: plateFor(data) };
}

function plateFor(pixels: Buffer): LogoPlate {
  const hidden = { light: 0, dark: 0 };
  let [seen, clear] = [0, 0];
  const colors = new Set<number>();
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) {
      clear += 1;
      continue;
    }
    seen += 1;
    const color = pixels.subarray(at, at + 3);
    if (colors.size < 2) colors.add(color.readUIntBE(0, 3));
    for (const scheme of ['light', 'dark'] as const)
      if (contrast(luminance(color), luminance(Buffer.from(grounds[scheme].slice(1), 'hex'))) < visibleContrast)
        hidden[scheme] += 1;
  }
  if (seen === 0 || (clear === 0 && colors.size < 2)) throw new Invalid(logoMessages.empty);
  // One that fills its rectangle brings its own ground.
  if (clear === 0) return 'none';
  const [light, dark] = [hidden.light > seen / 2, hidden.dark > seen / 2];
  return light && dark ? 'both' : light ? 'light' : dark ? 'dark' : 'none';
}

/** WCAG 2.2, of bytes. */
function luminance([red = 0, green = 0, blue = 0]: Iterable<number> & ArrayLike<number>): number {
  const linear = (byte: number) => (byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** A square PNG with the picture in its middle. `ground` is #rrggbb, or clear without one. */
export async function drawIcon(bytes: Uint8Array, size: number, ground: string | null): Promise<Buffer> {
  const inner = ground === null ? size : Math.round(size * 0.76);
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const picture = await sharp(bytes)
    .resize({ width: inner, height: inner, fit: 'contain', background: clear })
    .png()
    .toBuffer();
  return sharp({ create: { width: size, height: size, channels: 4, background: ground ?? clear } })
    .composite([{ input: picture }])
    .png()
    .toBuffer();
}
