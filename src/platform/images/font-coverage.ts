/** Knows which texts the fonts of `fonts/` can show: a character that they lack would be drawn as a box. */
import { readFileSync } from 'node:fs';

export type FontName = 'heading' | 'text';

const known = new Map<FontName, Set<number>>();

/** Characters without a glyph: direction overrides, joiners, soft hyphens, byte order marks. */
const unseen = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const emojiAtEnds =
  // bounded: a title has 200 units at most
  /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\s])+|(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\s])+$/gu;

/**
 * `text` in one line as the font can draw it; null when the font lacks a character. Drops emoji before and after the words;
 * one between them may be a word.
 */
export function drawableText(text: string, font: FontName): string | null {
  const line = text
    .toWellFormed()
    .normalize('NFC')
    .replace(unseen, '')
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .replace(emojiAtEnds, '');
  const signs = coverageOf(font);
  return /\S/.test(line) && Array.from(line).every((sign) => signs.has(sign.codePointAt(0) ?? 0)) ? line : null;
}

/** The code points that the font has a glyph for, without combining marks and invisible characters. */
export function coverageOf(font: FontName): Set<number> {
  let signs = known.get(font);
  if (!signs) {
    const file = readFileSync(new URL(`./fonts/card-${font}.ttf`, import.meta.url));
    signs = new Set(readCoverage(file).filter((sign) => !/[\p{M}\p{C}]/u.test(String.fromCodePoint(sign))));
    known.set(font, signs);
  }
  return signs;
}

/** Reads `cmap` format 4 (OpenType), which holds the first 65,536 code points. */
function readCoverage(file: Buffer): number[] {
  const cmap = tableAt(file, 'cmap');
  for (let n = 0; n < file.readUInt16BE(cmap + 2); n++) {
    const at = cmap + file.readUInt32BE(cmap + 4 + n * 8 + 4);
    if (file.readUInt16BE(at) === 4) return readSegments(file, at);
  }
  throw new Error('A font without a table of its signs');
}

function tableAt(file: Buffer, tag: string): number {
  for (let n = 0; n < file.readUInt16BE(4); n++) {
    const record = 12 + n * 16;
    if (file.toString('latin1', record, record + 4) === tag) return file.readUInt32BE(record + 8);
  }
  throw new Error(`A font without ${tag}`);
}

function readSegments(file: Buffer, at: number): number[] {
  const size = file.readUInt16BE(at + 6);
  const [ends, starts, deltas, offsets] = [14, 16 + size, 16 + size * 2, 16 + size * 3].map((from) => at + from) as [
    number,
    number,
    number,
    number,
  ];
  const signs: number[] = [];
  for (let n = 0; n < size; n += 2) {
    const delta = file.readUInt16BE(deltas + n);
    const offset = file.readUInt16BE(offsets + n);
    const start = file.readUInt16BE(starts + n);
    for (let sign = start; sign <= file.readUInt16BE(ends + n) && sign < 0xffff; sign++) {
      const glyph =
        offset === 0 ? (sign + delta) & 0xffff : file.readUInt16BE(offsets + n + offset + (sign - start) * 2);
      if (glyph !== 0) signs.push(sign);
    }
  }
  return signs;
}
