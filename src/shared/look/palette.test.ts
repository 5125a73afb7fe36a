import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast } from '#tests/support/contrast.ts';
import { mailEventHtml } from '../mail/mail-blocks.ts';
import { mailButtonHtml, mailFrameHtml } from '../mail/mail-layout.ts';
import { designColors, groundColors, type Palette, paletteOf, type Token } from './palette.ts';

const tokens = readFileSync(new URL('../../ui/theme/tokens.css', import.meta.url), 'utf8');

/** Light and dark values of a token that follows no society's colour. */
function fixed(name: string): [string, string] {
  const value = new RegExp(`--${name}: (?:light-dark\\((#\\w+), (#\\w+)\\)|(#\\w+));`).exec(tokens);
  const [light = '', dark = ''] = value?.[3] ? [value[3], value[3]] : [value?.[1], value?.[2]];
  return [long(light), long(dark)];
}

function long(color: string): string {
  return color.length === 4 ? color.replaceAll(/[^#]/g, '$&$&') : color;
}

const { paper, card, bar } = groundColors;
const onForest = fixed('on-forest');

/** What stands on what, in words (4.5) and in marks (3). */
function pairs(palette: Palette) {
  const grounds = [paper, card, bar];
  const texts: (readonly [readonly [string, string], readonly [string, string]])[] = [
    ...(['ink', 'muted', 'deep', 'deep-hover'] as Token[]).flatMap((token) =>
      grounds.map((ground) => [palette[token], ground] as const),
    ),
    [palette.ink, palette.wash],
    [palette.deep, palette.wash],
    [palette['on-deep'], palette.deep],
    [palette['on-deep'], palette['deep-hover']],
    [onForest, palette.forest],
    [palette['on-forest-muted'], palette.forest],
  ];
  // A field is filled like a card.
  const marks = [[palette.field, card] as const, [palette.green, card] as const, [palette.green, paper] as const];
  return { texts, marks };
}

const hues = Array.from({ length: 36 }, (_, at) => hslHex(at * 10, 0.75, 0.45));
const accents = ['#ffff00', '#000000', '#ffffff', '#ff00ff', '#7f7f7f', ...hues];

function hslHex(hue: number, saturation: number, lightness: number): string {
  const part = (n: number) => {
    const k = (n + hue / 30) % 12;
    const value = lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

test('the design stands in the style sheet with the same colours', () => {
  for (const [token, pair] of Object.entries({ ...designColors, ...groundColors }))
    expect(fixed(token), token).toEqual([...pair]);
});

test('without a colour, and with the design’s own, nothing changes', () => {
  expect(paletteOf('')).toBe(designColors);
  expect(paletteOf(designColors.deep[0])).toEqual(designColors);
});

test.each(accents)('%s: every text is readable and every mark visible, in both schemes', (accent) => {
  const { texts, marks } = pairs(paletteOf(accent));
  for (const scheme of [0, 1] as const) {
    for (const [above, below] of texts)
      expect(contrast(above[scheme], below[scheme]), `${above[scheme]} on ${below[scheme]}`).toBeGreaterThanOrEqual(
        4.5,
      );
    for (const [above, below] of marks)
      expect(contrast(above[scheme], below[scheme]), `${above[scheme]} on ${below[scheme]}`).toBeGreaterThanOrEqual(3);
  }
});

/** What stands on what in a mail, as its style attributes and its style sheet for the dark say. */
function mailPairs(accentColor: string) {
  const link = 'https://society.example/';
  const event = { eventDate: '2026-12-07T18:30:00', title: 'Quiz', link, lines: ['Monday'], action: 'Sign up' };
  const html = mailFrameHtml({
    ...{ title: 'Hello', preview: '', societyName: 'Society', siteUrl: link, contactLine: 'Us', accentColor },
    ...{ body: mailEventHtml(event) + mailButtonHtml('Confirm', link), footer: 'Why' },
  });
  const find = (pattern: RegExp) => pattern.exec(html)?.[1] ?? `no ${pattern}`;
  const inDark = (rule: string, property = 'color') =>
    find(new RegExp(`\\.${rule} \\{(?:[^}]*;)? ${property}: (#\\w{6})`));
  const [paper, white] = [find(/<body[^>]*background-color:(#\w{6})/), '#ffffff'];
  const button = find(/bgcolor="(#\w{6})"/);
  const plate = find(/muted plate"[^>]*background-color:(#\w{6})/);
  const [darkPaper, darkCard] = [inDark('paper', 'background-color'), inDark('card', 'background-color')];
  const darkGrounds = [darkPaper, darkCard];
  return [
    [find(/card ink"[^>]*;color:(#\w{6})/), white],
    [find(/class="muted" style="padding:20px[^>]*;color:(#\w{6})/), paper],
    [find(/class="link"[^>]*"color:(#\w{6})/), paper],
    [find(/class="link"[^>]*"color:(#\w{6})/), white],
    [find(/class="title"[^>]*"color:(#\w{6})/), white],
    [find(/muted plate"[^>]*;color:(#\w{6})/), plate],
    [white, button],
    ...darkGrounds.flatMap((ground) => [
      [inDark('ink, \\.ink p[^{]*'), ground],
      [inDark('muted'), ground],
      [inDark('link, \\.ink a'), ground],
    ]),
    [inDark('plate, \\.ink \\.plate'), inDark('plate, \\.ink \\.plate', 'background-color')],
  ] as [string, string][];
}

test.each(['', ...accents])('%s: every text of a mail is readable, in both schemes', (accent) => {
  for (const [above, below] of mailPairs(accent))
    expect(contrast(above, below), `${above} on ${below}`).toBeGreaterThanOrEqual(4.5);
});
