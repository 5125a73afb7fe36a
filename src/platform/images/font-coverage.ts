/** Tells which texts the fonts in `fonts/` can draw: a missing character would appear as a box. */
export type FontName = 'heading' | 'text';

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
  const others = line.replace(eastAsian, (sign) => (isCommon(sign) ? '' : sign));
  return /\S/.test(line) && drawable[font].test(others) ? line : null;
}

/** Of Arabic and Hebrew. */
export function beginsAtRight(text: string): boolean {
  return /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
}

const eastAsian = /[\p{Script=Han}\p{Script=Hangul}]/gu;
/** Two-byte encodings, and the first bytes and the least second byte of the more common characters of China, Taiwan, Japan and Korea. */
const standards = [
  ['gbk', 0xb0, 0xf7, 0xa1],
  ['big5', 0xa4, 0xc6, 0x40],
  ['euc-jp', 0xb0, 0xf4, 0xa1],
  ['euc-kr', 0xb0, 0xc8, 0xa1],
] as const;
let common: Set<string> | undefined;

/** Of 100,000 such characters the font has these 12,600: the others are in rare names and old texts. */
function isCommon(sign: string): boolean {
  common ??= new Set(standards.map(charactersOf).join(''));
  return common.has(sign);
}

function charactersOf([encoding, first, last, second]: (typeof standards)[number]): string {
  const bytes: number[] = [];
  for (let lead = first; lead <= last; lead++)
    // The end of a line ends what is no character.
    for (let trail = second; trail < 0xff; trail++) bytes.push(lead, trail, 0x0a);
  return new TextDecoder(encoding).decode(Uint8Array.from(bytes));
}

/** Other scripts, which both fonts take from others; of Chinese, Japanese and Korean kana and punctuation. */
const scripts =
  '370-377 37a-37f 384-38a 38c 38e-3a1 3a3-3e1 3f0-52f 591-5c7 5d0-5ea 5f0-5f4 606-61b 61e-6dc 6de-6ff 900-983 ' +
  '985-98c 98f-990 993-9a8 9aa-9b0 9b2 9b6-9b9 9bc-9c4 9c7-9c8 9cb-9ce 9d7 9dc-9dd 9df-9e3 9e6-9fe e01-e3a e3f-e5b ' +
  '531-556 559-58a 58d-58f b82-b83 b85-b8a b8e-b90 b92-b95 b99-b9a b9c b9e-b9f ba3-ba4 ba8-baa bae-bb9 bbe-bc2 ' +
  'bc6-bc8 bca-bcd bd0 bd7 be6-bfa 10a0-10c5 10c7 10cd 10d0-10ff 1200-1248 124a-124d 1250-1256 1258 125a-125d ' +
  '1260-1288 128a-128d 1290-12b0 12b2-12b5 12b8-12be 12c0 12c2-12c5 12c8-12d6 12d8-1310 1312-1315 1318-135a ' +
  '135d-137c 3001-3003 3005-3011 3014-301c 3041-3094 309b-309e 30a1-30fe ff01-ff5e';

/** The signs for which the `cmap` of a font has a glyph, in hexadecimal; of Latin no combining marks, and no invisible ones. */
const drawable: Record<FontName, RegExp> = {
  heading: signsIn(
    '20-7e a0-ac ae-148 14a-17e 18f 192 1a0-1a1 1af-1b0 1c4-1cc 1d9-1da 1e6-1e7 1ea-1eb 1fa-21b 22a-22d 230-233 ' +
      '237 259 2b9-2ba 2bc 2c6-2c7 2da 2dc-2dd 1e08-1e09 1e0c-1e0f 1e14-1e17 1e1c-1e1d 1e20-1e21 1e24-1e25 ' +
      '1e2a-1e2b 1e2e-1e2f 1e36-1e37 1e3a-1e3b 1e42-1e43 1e46-1e49 1e4c-1e53 1e5a-1e5b 1e5e-1e5f 1e62-1e65 ' +
      '1e6c-1e6f 1e78-1e7b 1e80-1e85 1e92-1e93 1e97 1e9e 1ea0-1ef9 2013-2014 2018-201a 201c-201e 2020 2022 2026 ' +
      '2032-2033 2039-203a 2044 20a1 20a3-20a4 20a6-20a7 20a9 20ab-20ad 20b1-20b2 20b5 20b9-20ba 20bc-20bd 2122 ' +
      `2212 2215 ${scripts}`,
  ),
  text: signsIn(
    '20-7e a0-a3 a5 a7-ab ae-b0 b4 b6-b8 ba-bb bf-107 10a-113 116-11b 11e-123 126-127 12a-12b 12e-133 136-137 ' +
      '139-13e 141-148 14a-14d 150-15b 15e-161 164-165 16a-17e 1cd-1ce 218-21b 237 2c6-2c7 2da 2dc-2dd 1e80-1e85 ' +
      `1e9e 1ef2-1ef3 2013-2014 2018-201a 201c-201e 2022 2026 2039-203a 20ac 2122 2191 2193 2212 ${scripts}`,
  ),
};

function signsIn(ranges: string): RegExp {
  return new RegExp(`^[${ranges.replace(/[0-9a-f]+/g, '\\u{$&}').replaceAll(' ', '')}]*$`, 'u');
}
