/** An article as long as they get: 10,000 words, 30 photographs, five tables and some code, all made on the spot. */
import sharp from 'sharp';
import { type Random, randomFrom, textOf } from './random-texts.ts';

export const longArticle = { title: 'A year beside the river', words: 10_000, photographs: 30, tables: 5 } as const;

/** A landscape that differs by its number: a sky, hills and the grain of a camera, some 300 kB. */
export async function landscapePhoto(number: number, width = 1280, height = 853): Promise<Buffer> {
  const random = randomFrom(number + 1);
  const hue = 70 + Math.round(random() * 130);
  const hills = [0.45, 0.6, 0.78].map((top, at) => {
    const points = Array.from(
      { length: 12 },
      (_, step) => `${(step / 11) * width},${(top + (random() - 0.5) * 0.18) * height}`,
    );
    return `<polygon fill="hsl(${hue} 30% ${46 - at * 13}%)" points="0,${height} ${points.join(' ')} ${width},${height}"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(205 38% 80%)"/>${hills.join('')}</svg>`;
  const leaves = await Promise.all([2, 4, 10, 30].map((scale) => texture(width, height, scale)));
  return sharp(Buffer.from(drawing))
    .flatten()
    .composite(leaves.map((input) => ({ input, blend: 'overlay' as const })))
    .jpeg({ quality: 82 })
    .toBuffer();
}

const textures = new Map<string, Promise<Buffer>>();

/** Noise whose grains are `scale` pixels wide: all photographs of a size come from one camera. */
function texture(width: number, height: number, scale: number): Promise<Buffer> {
  const key = [width, height, scale].join();
  const known = textures.get(key) ?? drawTexture(width, height, scale);
  textures.set(key, known);
  return known;
}

async function drawTexture(width: number, height: number, scale: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 34 };
  const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
  const grains = await sharp({ create: { ...size, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer();
  return sharp(grains)
    .greyscale()
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** `pictures` are the addresses of its photographs. */
export function longArticleContent(pictures: string[]): string {
  const random = randomFrom(9);
  const sections = pictures.map((url, at) => {
    const heading = at % 3 === 0 ? `<h2>${sentence(random, 30)}</h2>` : `<h3>${sentence(random, 24)}</h3>`;
    const figure =
      at % 2 === 0
        ? `<figure><img src="${url}" alt="${sentence(random, 40)}"><figcaption>${sentence(random, 60)}</figcaption></figure>`
        : `<p><img src="${url}" alt="${sentence(random, 40)}"></p>`;
    return [heading, paragraphs(random, 2), figure, paragraphs(random, 1), extra(random, at)].join('');
  });
  return sections.join('');
}

function extra(random: Random, at: number): string {
  if (at % 6 === 2) return table(random, 3 + at / 6, 6);
  if (at === 7)
    return '<pre data-language="python">for sample in samples:\n    print(sample.site, sample.resistance)</pre>';
  return '';
}

function table(random: Random, columns: number, rows: number): string {
  const line = (tag: string, length: number) =>
    `<tr>${Array.from({ length: columns }, () => `<${tag}>${sentence(random, length)}</${tag}>`).join('')}</tr>`;
  const body = Array.from({ length: rows }, (_, row) => line('td', row % 2 === 0 ? 8 : 45)).join('');
  return `<table><thead>${line('th', 12)}</thead><tbody>${body}</tbody></table>`;
}

/** Some 110 words each. */
function paragraphs(random: Random, count: number): string {
  return Array.from({ length: count }, () => `<p>${textOf(random, 705)}.</p>`).join('');
}

function sentence(random: Random, length: number): string {
  return textOf(random, length).replace(/[.,\s]+$/, '');
}
