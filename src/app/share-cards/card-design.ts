/** The look of a share card: the picture or the three circles at the right, the words at the left. */
import type { Layer } from '#platform/images/compose-layers.ts';
import { drawableText } from '#platform/images/font-coverage.ts';
import { turnTo } from '#shared/look/palette.ts';
import { cardSize, type ShareCard } from '#shared/share-card.ts';

const { width, height } = cardSize;
const paper = '#f8f6f0';
const forest = '#22321b';
const soft = '#4c5a48';
const margin = 72;
const pictureLeft = 744;
const textWidth = pictureLeft - margin - 56;

/** The layers from the bottom. When the fonts lack a character of the title, the card has no words instead of boxes. */
export function shareCardLayers(card: ShareCard, picture: Uint8Array | null, logo: Uint8Array | null = null): Layer[] {
  const look = { turn: card.look?.accentColor ? turnTo(card.look.accentColor) : asDesigned, logo };
  const title = drawableText(card.title, 'heading');
  if (title === null)
    return picture
      ? pictureWithMark(card, picture, look)
      : [drawing(''), ...brand({ left: width / 2 - 160, top: height / 2 - 160, side: 320 }, look)];
  return [
    drawing(picture ? '' : circles(look)),
    ...(picture
      ? [pictureLayer(card, picture, { left: pictureLeft, top: 0, width: width - pictureLeft, height })]
      : []),
    ...words(card, title, look),
  ];
}

/** The society's own: how its colour turns the design's, and its logo. */
type Look = { turn: (color: string) => string; logo: Uint8Array | null };

const asDesigned = (color: string) => color;

type Box = { left: number; top: number; width: number; height: number };

export function pictureLayer({ imageFocalX, imageFocalY }: ShareCard, bytes: Uint8Array, box: Box): Layer {
  return { name: 'picture', bytes, imageFocalX, imageFocalY, ...box };
}

function words({ society, lines }: ShareCard, title: string, look: Look): Layer[] {
  const facts = lines.flatMap((line) => drawableText(line, 'text') ?? []).slice(0, 2);
  const name = drawableText(society, 'heading');
  const factsHeight = facts.length * 42;
  const titleTop = margin + 92;
  return [
    ...brand({ left: margin - 4, top: margin - 8, side: 57.6 }, look),
    ...(name === null
      ? []
      : [
          text({
            text: name,
            font: 'heading',
            sizes: [27, 23, 20],
            color: look.turn(forest),
            left: margin + 72,
            top: margin - 8,
            width: textWidth - 72,
            height: 56,
          }),
        ]),
    text({
      text: title,
      font: 'heading',
      sizes: [72, 64, 56, 50, 44, 38, 34, 31],
      color: look.turn(forest),
      left: margin,
      top: titleTop,
      width: textWidth,
      height: height - margin - factsHeight - 40 - titleTop,
    }),
    ...facts.map((line, at) =>
      text({
        text: line,
        font: 'text',
        sizes: [27, 24, 21],
        color: look.turn(soft),
        left: margin,
        top: height - margin + 6 - factsHeight + at * 42,
        width: textWidth,
        height: 36,
      }),
    ),
  ];
}

function text(layer: Omit<Extract<Layer, { name: 'text' }>, 'name'>): Layer {
  return { name: 'text', ...layer };
}

function pictureWithMark(card: ShareCard, bytes: Uint8Array, look: Look): Layer[] {
  const badge = circle(116, height - 116, 60, paper);
  const picture = pictureLayer(card, bytes, { left: 0, top: 0, width, height });
  return [picture, transparent(badge), ...brand({ left: 77.6, top: height - 154.4, side: 76.8 }, look)];
}

function circles({ turn }: Look): string {
  return [
    circle(1010, 212, 170, turn('#c9d6bc')),
    circle(910, 386, 170, '#e9cdb9', 'opacity=".85"'),
    circle(1110, 386, 170, '#8fa9a3', 'opacity=".6"'),
  ].join('');
}

function drawing(body: string): Layer {
  return transparent(`<rect width="${width}" height="${height}" fill="${paper}"/>${body}`);
}

function transparent(body: string): Layer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`;
  return { name: 'drawing', svg };
}

/** Its own logo, or the three interlocking circles in a square of 64 units, as in public/mark.svg. */
function brand({ left, top, side }: { left: number; top: number; side: number }, { logo, turn }: Look): Layer[] {
  if (logo) {
    const box = { left: Math.round(left), top: Math.round(top), width: Math.round(side), height: Math.round(side) };
    return [{ name: 'logo', bytes: logo, ...box }];
  }
  const ring = (x: number, y: number, color: string) =>
    circle(x, y, 17, 'none', `stroke="${color}" stroke-width="${side > 200 ? 3.4 : 4}"`);
  const rings = ring(32, 22, turn('#6a8b57')) + ring(21, 41, '#b5613a') + ring(43, 41, turn(forest));
  return [transparent(`<g transform="translate(${left} ${top}) scale(${side / 64})">${rings}</g>`)];
}

function circle(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`;
}
