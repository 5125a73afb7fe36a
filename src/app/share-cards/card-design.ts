/** The look of a share card: the picture or the three circles at the right, the words at the left. */
import type { Layer } from '#platform/images/compose-layers.ts';
import { drawableText } from '#platform/images/font-coverage.ts';
import { cardSize, type ShareCard } from '#shared/share-card.ts';

const { width, height } = cardSize;
const paper = '#f8f6f0';
const forest = '#22321b';
const soft = '#4c5a48';
const margin = 72;
const pictureLeft = 744;
const textWidth = pictureLeft - margin - 56;

/** The layers from the bottom. When the fonts lack a character of the title, the card has no words instead of boxes. */
export function shareCardLayers(card: ShareCard, picture: Uint8Array | null): Layer[] {
  const title = drawableText(card.title, 'heading');
  if (title === null)
    return picture
      ? pictureWithMark(card, picture)
      : [drawing(`<g transform="translate(${width / 2 - 160} ${height / 2 - 160}) scale(5)">${mark(3.4)}</g>`)];
  return [
    drawing(picture ? '' : circles()),
    ...(picture
      ? [pictureLayer(card, picture, { left: pictureLeft, top: 0, width: width - pictureLeft, height })]
      : []),
    ...words(card, title),
  ];
}

type Box = { left: number; top: number; width: number; height: number };

export function pictureLayer({ imageFocalX, imageFocalY }: ShareCard, bytes: Uint8Array, box: Box): Layer {
  return { name: 'picture', bytes, imageFocalX, imageFocalY, ...box };
}

function words({ society, lines }: ShareCard, title: string): Layer[] {
  const facts = lines.flatMap((line) => drawableText(line, 'text') ?? []).slice(0, 2);
  const name = drawableText(society, 'heading');
  const factsHeight = facts.length * 42;
  const titleTop = margin + 92;
  return [
    transparent(`<g transform="translate(${margin - 4} ${margin - 8}) scale(.9)">${mark(4)}</g>`),
    ...(name === null
      ? []
      : [
          text({
            text: name,
            font: 'heading',
            sizes: [27, 23, 20],
            color: forest,
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
      color: forest,
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
        color: soft,
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

function pictureWithMark(card: ShareCard, bytes: Uint8Array): Layer[] {
  const badge = circle(116, height - 116, 60, paper);
  const place = `<g transform="translate(${116 - 38.4} ${height - 116 - 38.4}) scale(1.2)">${mark(4)}</g>`;
  return [pictureLayer(card, bytes, { left: 0, top: 0, width, height }), transparent(badge + place)];
}

function circles(): string {
  return [
    circle(1010, 212, 170, '#c9d6bc'),
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

/** The society's logo: three interlocking circles in a square of 64 units, as in public/mark.svg. */
function mark(strokeWidth: number): string {
  const ring = (x: number, y: number, color: string) =>
    circle(x, y, 17, 'none', `stroke="${color}" stroke-width="${strokeWidth}"`);
  return ring(32, 22, '#6a8b57') + ring(21, 41, '#b5613a') + ring(43, 41, forest);
}

function circle(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`;
}
