import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Layer } from './compose-layers.ts';
import { drawableText, type FontName } from './font-coverage.ts';
import { composeImage } from './run-image-task.ts';

const side = 80;
const columns = 24;

/** Which of the signs are drawn as a frame: what stands for one that the font lacks. */
async function drawnAsBoxes(signs: string[], font: FontName): Promise<string[]> {
  const rows = Math.ceil(signs.length / columns);
  const layers = signs.map((text, at): Layer => {
    const place = { left: (at % columns) * side + 8, top: Math.floor(at / columns) * side + 8 };
    return { name: 'text', text, font, sizes: [40], color: '#000000', ...place, width: 400, height: 64 };
  });
  const image = await composeImage({ width: columns * side, height: rows * side, layers });
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });
  return signs.filter((_sign, at) => {
    const [left, top] = [(at % columns) * side, Math.floor(at / columns) * side];
    return isFrame((x, y) => (data[(top + y) * info.width + left + x] ?? 255) < 128);
  });
}

/** Ink along all four sides of what is inked. */
function isFrame(isInk: (x: number, y: number) => boolean): boolean {
  const steps = [...Array(side).keys()];
  const xs = steps.filter((x) => steps.some((y) => isInk(x, y)));
  const ys = steps.filter((y) => steps.some((x) => isInk(x, y)));
  const [left = 0, right = 0, top = 0, bottom = 0] = [xs[0], xs.at(-1), ys[0], ys.at(-1)];
  if (xs.length < 10 || ys.length < 10) return false;
  const share = (all: number[], test: (at: number) => boolean) => all.filter(test).length / all.length;
  const inRow = (y: number) => share(xs, (x) => isInk(x, y) || isInk(x, y + 1) || isInk(x, y - 1));
  const inColumn = (x: number) => share(ys, (y) => isInk(x, y) || isInk(x + 1, y) || isInk(x - 1, y));
  return Math.min(inRow(top), inRow(bottom), inColumn(left), inColumn(right)) > 0.9;
}

/** A character as square as a frame. */
const eastAsian = /[\p{Script=Han}\p{Script=Hangul}]/u;
const isSample = (sign: string) => (sign.codePointAt(0) ?? 0) % 100 === 0;

test('a character that a font lacks is drawn as a frame', async () => {
  const lacking = '\u{20BB7} 㐀 ಕ ഹ ຂ ක ᠠ \u{1F987} ☃'.split(' ');
  for (const font of ['heading', 'text'] as const) {
    expect(await drawnAsBoxes(lacking, font), font).toEqual(lacking);
    for (const sign of lacking) expect(drawableText(`A ${sign} a`, font), sign).toBeNull();
  }
});

test.each(['heading', 'text'] as const)(
  'a character that counts as drawable is never drawn as a frame, with %s',
  async (font) => {
    const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCodePoint(code));
    const known = all.filter((sign) => drawableText(sign, font) === sign);
    expect(known.filter((sign) => /[^\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(sign))).toEqual([]);
    // A mark stands on a letter, and the two bars of one sign look like a frame.
    const signs = known.filter((sign) => !/[\p{M}॥]/u.test(sign) && (!eastAsian.test(sign) || isSample(sign)));
    expect(signs.length).toBeGreaterThan(1000);
    expect(await drawnAsBoxes(signs, font)).toEqual([]);
  },
);

test('2,000 titles in 15 scripts are drawn with existing characters', () => {
  const words = {
    latin: ['Bats', 'farms', 'and', 'us:', 'what', 'we', 'owe', '“them”', '–', 'façade'],
    european: ['Łódź', 'Tromsø', 'žluťoučký', 'Þór', 'Ġgantija', 'señor', 'œuvre', 'Straße', 'Œ', 'Ķīpsala'],
    vietnamese: ['Nguyễn', 'Thị', 'Hồng', 'Đặng', 'Phượng', 'Trường', 'nghiệp', 'bệnh', 'dơi', 'rừng'],
    cyrillic: ['Летучие', 'мыши', 'и', 'мы'],
    greek: ['Οι', 'νυχτερίδες', 'και', 'εμείς'],
    arabic: ['الخفافيش', 'ونحن'],
    hebrew: ['עטלפים', 'ואנחנו'],
    devanagari: ['चमगादड़', 'और', 'हम'],
    bengali: ['বাদুড়', 'ও', 'আমরা'],
    tamil: ['வௌவால்கள்', 'மற்றும்', 'நாம்'],
    thai: ['ค้างคาว', 'และเรา'],
    georgian: ['ღამურები', 'და', 'ჩვენ'],
    armenian: ['Չղջիկները', 'և', 'մենք'],
    ethiopic: ['የሌሊት', 'ወፎችና', 'እኛ'],
    chinese: ['蝙蝠', '与我们：', '「與我們」', '健康、农场'],
    japanese: ['コウモリと', '私たち', 'ワン・ヘルス', '〜', '人々'],
    korean: ['박쥐와', '우리', '세미나'],
  };
  for (let n = 0; n < 2000; n++) {
    const [script = '', list = []] = Object.entries(words)[n % 17] ?? [];
    const title = [0, 1, 2, 3]
      .map((at) => list[(n * 7 + at * (n % 5) + at) % list.length])
      .join(n % 3 ? ' ' : '\u00a0');
    const text = drawableText(title.normalize(n % 2 ? 'NFC' : 'NFD'), 'heading');
    expect(text, `${script}: ${title}`).not.toBeNull();
    for (const sign of text ?? '') expect(/\s/.test(sign) || drawableText(sign, 'heading'), title).toBeTruthy();
  }
});

test('direction marks, characters without a glyph and emoji beside words are removed', () => {
  expect(drawableText('Bats \u202egniog era\u202c \u2066home\u2069\u200b\ufeff', 'heading')).toBe(
    'Bats gniog era home',
  );
  expect(drawableText(' \u{1F987}\u{1F987} Bats\n\tand us ❤️ \u{1F44D}\u{1F3FD} ', 'heading')).toBe('Bats and us');
  expect(drawableText('Cafe\u0301', 'heading')).toBe('Café');
  for (const bare of ['\u{1F987}'.repeat(200), '', '   ', '\u202e', 'I ❤ bats', 'Z\u0351\u0363algo', '\ud800 bats'])
    expect(drawableText(bare, 'heading'), bare).toBeNull();
});
