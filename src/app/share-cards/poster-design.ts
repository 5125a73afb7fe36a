/** The look of posters: the picture above, then when, what and how to come. */
import { encode } from 'uqr';
import { type EventPoster, type PosterDate, type PosterFormat, posterFormats } from '#features/events/event-poster.ts';
import type { Layer } from '#platform/images/compose-layers.ts';
import { beginsAtRight, drawableText, type FontName } from '#platform/images/font-coverage.ts';
import {
  type Box,
  brand,
  circles,
  colors,
  drawing,
  type Look,
  lookOf,
  pictureLayer,
  rectangle,
  type Size,
  text,
} from './design-parts.ts';

type Poster = { poster: EventPoster; picture: Uint8Array | null; look: Look; whole: Size; isMirrored: boolean };
type Line = Omit<Extract<Layer, { name: 'texts' }>['texts'][number], 'font' | 'color'> & {
  font?: FontName;
  color: string;
};

const margin = 88;

/**
 * The layers from the bottom. A text that the fonts cannot draw is left out; in place of such a title stands the society's
 * name, or else the address: the code leads to the title.
 */
export function posterLayers(
  poster: EventPoster,
  format: PosterFormat,
  { picture, logo }: { picture: Uint8Array | null; logo: Uint8Array | null },
): Layer[] {
  const isMirrored = beginsAtRight(poster.title);
  const title = [poster.title, poster.society].find((words) => drawableText(words, 'heading')) ?? poster.address;
  const given = {
    poster: { ...poster, title },
    picture,
    look: lookOf(poster.look, logo),
    whole: posterFormats[format],
    isMirrored,
  };
  return format === 'a4' ? printed(given) : onPhones(given, format === 'story' ? 950 : 620);
}

function printed(given: Poster): Layer[] {
  const { poster, look, whole } = given;
  const { date, title, about } = poster;
  const forest = look.turn(colors.forest);
  const soft = look.turn(colors.soft);
  const pictureHeight = pictureHeightAbove(2 * title.length + about.length);
  const plate = { left: margin, top: pictureHeight - 140, width: 284, height: 284 };
  const beside = plate.left + plate.width + 44;
  const width = whole.width - 2 * margin;
  const foot = whole.height - 372;
  const middle = margin + 284;
  const last = whole.width - margin - 300;
  const words = { left: margin, top: pictureHeight + 226, width, height: foot - 40 - pictureHeight - 226 };
  const titleHeight = about ? Math.round(words.height * 0.62) : words.height;
  return [
    ...pictured(given, { height: pictureHeight, ground: colors.paper }, [
      rectangle(placed(given, plate), forest, 28),
      rectangle({ left: margin, top: foot, width, height: 2 }, '#d9d6c8'),
      code(poster.url, placed(given, { left: margin, top: foot + 40, width: 244, height: 244 }), forest),
    ]),
    ...plateWords(date, placed(given, plate)),
    ...texts(given, { left: beside, top: pictureHeight + 30, width: whole.width - margin - beside, height: 160 }, [
      { text: date.time, sizes: [50, 46, 42, 38, 33], color: forest, height: 96 },
      { text: poster.location, sizes: [40, 36, 32, 28], color: soft, height: 76, above: 20 },
    ]),
    ...texts(given, words, [
      {
        text: title,
        font: 'heading',
        sizes: titleSizes,
        color: forest,
        height: titleHeight,
        leading: leadingOf(title),
      },
      { text: about, sizes: [44, 40, 36, 32, 30], color: soft, height: words.height, above: 52 },
    ]),
    ...texts(given, { left: middle, top: foot + 146, width: last - middle - 24, height: 140 }, [
      { text: poster.note, sizes: [38, 34, 30, 26], color: forest, height: 60 },
      { text: poster.address, sizes: [30, 26, 22, 19], color: soft, height: 56, above: 20 },
    ]),
    ...society(given, { left: last, top: foot + 196, width: 300, height: 72 }, [36, 30, 26, 22], forest),
  ];
}

const titleSizes = [210, 180, 156, 130, 112, 96, 82, 70, 60, 52];

/** Few words leave the page to the picture. */
function pictureHeightAbove(characters: number): number {
  if (characters < 50) return 860;
  return characters < 130 ? 770 : 660;
}

/** Scripts with marks above and below their characters need more. */
function leadingOf(title: string): number {
  return /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}]/u.test(title) ? 1.4 : 1.1;
}

function plateWords(date: PosterDate, { left, top, width }: Box): Layer[] {
  const box = { left: left + 16, width: width - 32 };
  const small = { font: 'text', sizes: [34, 28, 24], color: colors.onForest, align: 'center', height: 46 } as const;
  const sizes = date.month ? [130, 104, 78, 62] : [60];
  const day = { text: unbroken(date.day), font: 'heading', sizes, leading: 1.1 } as const;
  return [
    text({ ...box, ...small, text: date.weekday.toUpperCase(), top: top + 26 }),
    text({ ...box, ...small, ...day, top: top + 74, height: date.month ? 138 : 184 }),
    ...(date.month ? [text({ ...box, ...small, text: date.month.toUpperCase(), top: top + 214 })] : []),
  ];
}

/** Stories have bars of the app above and below: nothing to read stands there. */
function onPhones(given: Poster, pictureHeight: number): Layer[] {
  const { poster, look, whole } = given;
  const { date, title } = poster;
  const isTall = whole.height > 1500;
  const muted = look.turn('#c3ceb8');
  const bottom = whole.height - (isTall ? 250 : 64);
  const top = pictureHeight + (isTall ? 68 : 52);
  const width = whole.width - 2 * margin;
  const sizes = isTall ? [156, 140, 124, 108, 94, 82, 72, 62, 54] : [112, 96, 84, 72, 62, 54, 48];
  const day = `${date.weekday} ${date.day} ${date.month}`.trim().toUpperCase();
  return [
    ...pictured(given, { height: pictureHeight, ground: look.turn(colors.forest) }),
    ...texts(given, { left: margin, top, width, height: bottom - 110 - top }, [
      { text: day, sizes: [40, 34], color: muted, height: 60 },
      {
        text: title,
        font: 'heading',
        sizes,
        color: colors.onForest,
        height: isTall ? 290 : 270,
        above: 52,
        leading: leadingOf(title),
      },
      { text: date.time, sizes: [44, 38, 32], color: colors.onForest, height: 60, above: isTall ? 56 : 44 },
      { text: poster.location, sizes: [42, 36, 31], color: muted, height: 60, above: 20 },
    ]),
    ...society(given, { left: margin, top: bottom - 76, width: 416, height: 76 }, [40, 34, 28, 23], colors.onForest),
    ...texts(given, { left: margin + 430, top: bottom - 52, width: width - 430, height: 40 }, [
      { text: poster.address, sizes: [32, 28, 24, 20], color: muted, height: 40 },
    ]),
  ];
}

/** The picture or the circles, then the ground below them and what is drawn there; above, that the event is cancelled. */
function pictured(
  given: Poster,
  { height, ground }: { height: number; ground: string },
  below: string[] = [],
): Layer[] {
  const { poster, picture, look, whole } = given;
  const box = { left: 0, top: 0, width: whole.width, height };
  const cancelled = placed(given, { left: whole.width - margin - 330, top: 60, width: 330, height: 84 });
  const without = rectangle(box, look.turn(colors.wash)) + circles(whole.width / 2, height * 0.36, height * 0.43, look);
  const shapes = [
    picture ? '' : without,
    rectangle({ ...box, top: height, height: whole.height - height }, ground),
    ...below,
    poster.isCancelled ? rectangle(cancelled, '#a5371b', 42) : '',
  ];
  const badge = { text: 'Cancelled', font: 'text', sizes: [44], color: '#ffffff', align: 'center' } as const;
  return [
    ...(picture ? [pictureLayer(poster, picture, box)] : []),
    drawing(whole, shapes.join('')),
    ...(poster.isCancelled ? [text({ ...badge, ...cancelled })] : []),
  ];
}

/** Below each other, as far as the fonts know their signs. */
function texts(given: Poster, box: Box, lines: Line[]): Layer[] {
  const drawn = lines.flatMap(({ font = 'text', ...written }) => {
    const known = drawableText(written.text, font);
    return known === null ? [] : [{ ...written, font, text: unbroken(known) }];
  });
  const align = given.isMirrored ? 'right' : undefined;
  return drawn.length > 0 ? [{ name: 'texts', texts: drawn, align, ...placed(given, box) }] : [];
}

/** The logo, and the name at the middle of its height. */
function society(given: Poster, box: Box, sizes: readonly number[], color: string): Layer[] {
  const { poster, look, whole, isMirrored } = given;
  const side = box.height;
  const logo = brand(whole, { ...placed(given, { ...box, width: side }), side }, look, color);
  const known = drawableText(poster.society, 'heading');
  if (known === null) return [logo];
  const beside = placed(given, { ...box, left: box.left + side + 18, width: box.width - side - 18 });
  const name = { text: known, font: 'heading', sizes, color, align: isMirrored ? 'right' : 'left' } as const;
  return [logo, text({ ...name, ...beside })];
}

/** An event with a title in Arabic or Hebrew has its poster mirrored, but for the picture and the code. */
function placed(given: Poster, box: Box): Box {
  return given.isMirrored ? { ...box, left: given.whole.width - box.left - box.width } : box;
}

/** So that no line begins with a dash. */
function unbroken(words: string): string {
  return words.replace(/ (?=[–—])/g, '\u00a0');
}

function code(url: string, { left, top, width }: Box, ink: string): string {
  const { data, size } = encode(url, { ecc: 'M', border: 4 });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  const ground = rectangle({ left, top, width, height: width }, '#ffffff');
  return `${ground}<path transform="translate(${left} ${top}) scale(${width / size})" fill="${ink}" shape-rendering="crispEdges" d="${dots.join('')}"/>`;
}
