/**
 * The colours that follow the society's own, in both schemes: each keeps the OKLCH lightness that the design gives it, turns
 * its hue by as much as the society's colour differs from the design's green, and scales its chroma.
 */

/** Light and dark, as in `ui/theme/tokens.css`; a test compares them. */
export const designColors = {
  ink: ['#1e2a1b', '#eceadf'],
  muted: ['#5a6557', '#a9b3a0'],
  line: ['#e2e0d4', '#333d2e'],
  field: ['#8a937f', '#768070'],
  green: ['#6a8b57', '#7fa36a'],
  deep: ['#4a663a', '#9dbb8a'],
  'deep-hover': ['#3b532e', '#b4cea3'],
  'on-deep': ['#ffffff', '#141f0f'],
  wash: ['#e7eedf', '#243020'],
  forest: ['#22321b', '#0f150d'],
  'on-forest-muted': ['#c3ceb8', '#c3ceb8'],
  leaf: ['#c9d8bc', '#4d6a3d'],
} as const satisfies Record<string, readonly [string, string]>;

/** What stays, whatever the colour: the page, its bar, its cards. */
export const groundColors = {
  paper: ['#f8f6f0', '#141a12'],
  bar: ['#fbf8f1', '#181f15'],
  card: ['#ffffff', '#1c2419'],
} as const;

export type Token = keyof typeof designColors;
export type Palette = Record<Token, readonly [light: string, dark: string]>;

/** A grey has no hue; more than this and a pale wash would become loud. */
const mostScale = 1.6;

/** `accent` as #rrggbb; the design's own colours without one. */
export function paletteOf(accent: string): Palette {
  if (accent === '') return designColors;
  const turn = turnTo(accent);
  const pairs = Object.entries(designColors).map(([token, [light, dark]]) => [token, [turn(light), turn(dark)]]);
  return Object.fromEntries(pairs) as Palette;
}

/** For style sheets: `--ink:light-dark(#…,#…)` and so on. */
export function paletteCss(accent: string): string {
  const tokens = Object.entries(paletteOf(accent)).map(
    ([token, [light, dark]]) => `--${token}:light-dark(${light},${dark})`,
  );
  // Where the circles of the drawing meet.
  const mixed = ['leaf-skin', 'leaf-water'].map(
    (both) => `--${both}:color-mix(in oklab,var(--${both.split('-').join(') 60%,var(--')}))`,
  );
  return [...tokens, ...mixed, `--middle:${turnTo(accent)(designColors.green[0])}`].join(';');
}

/** Turns one of the design's colours as far as the society's differs from the design's green. */
export function turnTo(accent: string): (color: string) => string {
  const [, designChroma, designHue] = oklchOf(designColors.deep[0]);
  const [, chroma, hue] = oklchOf(accent);
  const scale = Math.min(mostScale, chroma / designChroma);
  return (color) => {
    const [lightness, own, ownHue] = oklchOf(color);
    return hexOf(lightness, own * scale, ownHue + hue - designHue);
  };
}

type Triple = [number, number, number];

/** Lightness 0 to 1, chroma, hue in radians. Matrices: Björn Ottosson, "A perceptual color space for image processing". */
function oklchOf(color: string): Triple {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Triple;
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), Math.atan2(b, a)];
}

/** Reduces the chroma until a screen can show the colour. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  for (let part = chroma; ; part -= 0.002) {
    const parts = rgbOf(lightness, Math.max(0, part), hue);
    if (part > 0 && parts.some((one) => one < -0.0001 || one > 1.0001)) continue;
    return `#${parts.map((one) => byteOf(one).toString(16).padStart(2, '0')).join('')}`;
  }
}

/** Linear light. */
function rgbOf(lightness: number, chroma: number, hue: number): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function byteOf(linear: number): number {
  const part = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055));
}
