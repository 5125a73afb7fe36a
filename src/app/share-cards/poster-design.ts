/** The look of posters: the picture above, then when, what and how to come. */
import { encode } from 'uqr';
import { type EventPoster, type PosterDate, type PosterFormat, posterFormats } from '#features/events/event-poster.ts';
import type { Layer } from '#platform/images/compose-layers.ts';
import { drawableText, type FontName } from '#platform/images/font-coverage.ts';
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

type Poster = { poster: EventPoster; picture: Uint8Array | null; look: Look; whole: Size };
type Line = Omit<Extract<Layer, { name: 'texts' }>['texts'][number], 'font' | 'color'> & {
  font?: FontName;
  color: string;
};

const margin = 88;

/** The layers from the bottom. A text that the fonts cannot draw is left out: the picture, the day and the code stay. */
export function posterLayers(
  poster: EventPoster,
  format: PosterFormat,
  { picture, logo }: { picture: Uint8Array | null; logo: Uint8Array | null },
): Layer[] {
  const given = { poster, picture, look: lookOf(poster.look, logo), whole: posterFormats[format] };
  return format === 'a4' ? printed(given) : onPhones(given, format === 'story' ? 1000 : 640);
}

function printed(given: Poster): Layer[] {
  const { poster, look, whole } = given;
  const { date } = poster;
  const forest = look.turn(colors.forest);
  const soft = look.turn(colors.soft);
  const pictureHeight = 704;
  const plate = { left: margin, top: 564, width: 284, height: 284 };
  const beside = plate.left + plate.width + 44;
  const width = whole.width - 2 * margin;
  const foot = whole.height - 372;
  const middle = margin + 284;
  const last = whole.width - margin - 300;
  return [
    ...pictured(given, { height: pictureHeight, ground: colors.paper }, [
      rectangle(plate, forest, 28),
      rectangle({ left: margin, top: foot, width, height: 2 }, '#d9d6c8'),
      code(poster.url, { left: margin, top: foot + 40, side: 244 }, forest),
    ]),
    ...plateWords(date, plate),
    ...texts({ left: beside, top: pictureHeight + 34, width: whole.width - margin - beside, height: 140 }, [
      { text: date.time, sizes: [42, 38, 33, 28], color: forest, height: 62 },
      { text: poster.location, sizes: [36, 32, 28], color: soft, height: 70, above: 22 },
    ]),
    ...texts({ left: margin, top: 930, width, height: foot - 50 - 930 }, [
      { text: poster.title, font: 'heading', sizes: [130, 112, 96, 82, 70, 60, 52], color: forest, height: 330 },
      { text: poster.about, sizes: [34, 30], color: soft, height: 124, above: 58 },
    ]),
    ...texts({ left: middle, top: foot + 150, width: last - middle - 24, height: 130 }, [
      { text: poster.note, sizes: [34, 30, 26], color: forest, height: 60 },
      { text: poster.address, sizes: [30, 26, 22, 19], color: soft, height: 56, above: 20 },
    ]),
    brand(whole, { left: last, top: foot + 196, side: 72 }, look, forest),
    ...line({ left: last + 88, top: foot + 196, width: 212, height: 72 }, poster.society, [36, 30, 26, 22], forest),
  ];
}

function plateWords(date: PosterDate, { left, top, width }: Box): Layer[] {
  const box = { left: left + 16, width: width - 32 };
  const small = { font: 'text', sizes: [34, 28, 24], color: colors.onForest, align: 'center', height: 46 } as const;
  return [
    text({ ...box, ...small, text: date.weekday.toUpperCase(), top: top + 26 }),
    text({ ...box, ...small, text: date.day, font: 'heading', sizes: [130, 104, 78, 62], top: top + 74, height: 138 }),
    text({ ...box, ...small, text: date.month.toUpperCase(), top: top + 214 }),
  ];
}

/** Stories have bars of the app above and below: nothing to read stands there. */
function onPhones(given: Poster, pictureHeight: number): Layer[] {
  const { poster, look, whole } = given;
  const { date } = poster;
  const isTall = whole.height > 1500;
  const muted = look.turn('#c3ceb8');
  const bottom = whole.height - (isTall ? 250 : 64);
  const top = pictureHeight + (isTall ? 68 : 52);
  const width = whole.width - 2 * margin;
  const sizes = isTall ? [124, 108, 94, 82, 72, 62, 54] : [96, 84, 72, 62, 54, 48];
  return [
    ...pictured(given, { height: pictureHeight, ground: look.turn(colors.forest) }),
    ...texts({ left: margin, top, width, height: bottom - 110 - top }, [
      { text: `${date.weekday} ${date.day} ${date.month}`.toUpperCase(), sizes: [40, 34], color: muted, height: 60 },
      {
        text: poster.title,
        font: 'heading',
        sizes,
        color: colors.onForest,
        height: 270,
        above: 30,
      },
      { text: date.time, sizes: [44, 38, 32], color: colors.onForest, height: 60, above: isTall ? 44 : 34 },
      { text: poster.location, sizes: [42, 36, 31], color: muted, height: 60, above: 20 },
    ]),
    brand(whole, { left: margin, top: bottom - 76, side: 76 }, look, colors.onForest),
    ...line(
      { left: margin + 96, top: bottom - 76, width: 320, height: 76 },
      poster.society,
      [40, 34, 28, 23],
      colors.onForest,
    ),
    ...texts({ left: margin + 430, top: bottom - 52, width: width - 430, height: 40 }, [
      { text: poster.address, sizes: [32, 28, 24, 20], color: muted, height: 40 },
    ]),
  ];
}

/** The picture or the circles, then the ground below them and what is drawn there; above, that the event is cancelled. */
function pictured(
  { poster, picture, look, whole }: Poster,
  { height, ground }: { height: number; ground: string },
  below: string[] = [],
): Layer[] {
  const box = { left: 0, top: 0, width: whole.width, height };
  const cancelled = { left: whole.width - margin - 330, top: 60, width: 330, height: 84 };
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
function texts(box: Box, lines: Line[]): Layer[] {
  const drawn = lines.flatMap(({ font = 'text', ...written }) => {
    const known = drawableText(written.text, font);
    return known === null ? [] : [{ ...written, font, text: known }];
  });
  return drawn.length > 0 ? [{ name: 'texts', texts: drawn, ...box }] : [];
}

/** In the middle of its height, beside the logo. */
function line(box: Box, words: string, sizes: readonly number[], color: string): Layer[] {
  const known = drawableText(words, 'heading');
  return known === null ? [] : [text({ text: known, font: 'heading', sizes, color, align: 'left', ...box })];
}

function code(url: string, { left, top, side }: { left: number; top: number; side: number }, ink: string): string {
  const { data, size } = encode(url, { ecc: 'M', border: 4 });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  const ground = rectangle({ left, top, width: side, height: side }, '#ffffff');
  return `${ground}<path transform="translate(${left} ${top}) scale(${side / size})" fill="${ink}" shape-rendering="crispEdges" d="${dots.join('')}"/>`;
}
