/** The look of a share card: the picture or the three circles at the right, the words at the left. */
import type { Layer } from '#platform/images/compose-layers.ts';
import { drawableText } from '#platform/images/font-coverage.ts';
import { cardSize, type ShareCard } from '#shared/share-card.ts';
import {
  brand,
  circle,
  circles,
  colors,
  drawing,
  type Look,
  lookOf,
  pictureLayer,
  rectangle,
  text,
} from './design-parts.ts';

const { width, height } = cardSize;
const margin = 72;
const pictureLeft = 744;
const textWidth = pictureLeft - margin - 56;
const ground = rectangle({ left: 0, top: 0, ...cardSize }, colors.paper);

/** The layers from the bottom. When the fonts lack a character of the title, the card has no words instead of boxes. */
export function shareCardLayers(card: ShareCard, picture: Uint8Array | null, logo: Uint8Array | null = null): Layer[] {
  const look = lookOf(card.look, logo);
  const title = drawableText(card.title, 'heading');
  if (title === null)
    return picture
      ? pictureWithMark(card, picture, look)
      : [drawing(cardSize, ground), mark({ left: width / 2 - 160, top: height / 2 - 160, side: 320 }, look)];
  return [
    drawing(cardSize, ground + (picture ? '' : circles(1010, 212, 170, look))),
    ...(picture
      ? [pictureLayer(card, picture, { left: pictureLeft, top: 0, width: width - pictureLeft, height })]
      : []),
    ...words(card, title, look),
  ];
}

function mark(place: { left: number; top: number; side: number }, look: Look): Layer {
  return brand(cardSize, place, look, look.turn(colors.forest));
}

function words({ society, lines }: ShareCard, title: string, look: Look): Layer[] {
  const facts = lines.flatMap((line) => drawableText(line, 'text') ?? []).slice(0, 2);
  const name = drawableText(society, 'heading');
  const factsHeight = facts.length * 42;
  const titleTop = margin + 92;
  const ink = look.turn(colors.forest);
  const nameBox = { left: margin + 72, top: margin - 8, width: textWidth - 72, height: 56 };
  return [
    mark({ left: margin - 4, top: margin - 8, side: 57.6 }, look),
    ...(name === null ? [] : [text({ text: name, font: 'heading', sizes: [27, 23, 20], color: ink, ...nameBox })]),
    text({
      text: title,
      font: 'heading',
      sizes: [72, 64, 56, 50, 44, 38, 34, 31],
      color: ink,
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
        color: look.turn(colors.soft),
        left: margin,
        top: height - margin + 6 - factsHeight + at * 42,
        width: textWidth,
        height: 36,
      }),
    ),
  ];
}

function pictureWithMark(card: ShareCard, bytes: Uint8Array, look: Look): Layer[] {
  const badge = circle(116, height - 116, 60, colors.paper);
  const picture = pictureLayer(card, bytes, { left: 0, top: 0, width, height });
  return [picture, drawing(cardSize, badge), mark({ left: 77.6, top: height - 154.4, side: 76.8 }, look)];
}
