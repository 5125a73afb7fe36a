/** What share cards and posters are drawn with. */
import type { Layer } from '#platform/images/compose-layers.ts';
import type { FocalPoint } from '#shared/item-picture.ts';
import { turnTo } from '#shared/look/palette.ts';
import type { CardLook } from '#shared/share-card.ts';

export const colors = { paper: '#f8f6f0', forest: '#22321b', soft: '#4c5a48', wash: '#e7eedf', onForest: '#f3f1e7' };

/** In pixels. */
export type Size = { width: number; height: number };
export type Box = Size & { left: number; top: number };

/** The society's own: how its colour turns the design's, and its logo. */
export type Look = { turn: (color: string) => string; logo: Uint8Array | null };

export function lookOf(look: CardLook | undefined, logo: Uint8Array | null): Look {
  return { turn: look?.accentColor ? turnTo(look.accentColor) : (color) => color, logo };
}

export function pictureLayer({ imageFocalX, imageFocalY }: FocalPoint, bytes: Uint8Array, box: Box): Layer {
  return { name: 'picture', bytes, imageFocalX, imageFocalY, ...box };
}

export function text(layer: Omit<Extract<Layer, { name: 'text' }>, 'name'>): Layer {
  return { name: 'text', ...layer };
}

/** `body`: what is drawn on a picture of this size. */
export function drawing({ width, height }: Size, body: string): Layer {
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return { name: 'drawing', svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${body}</svg>` };
}

export function rectangle({ left, top, width, height }: Box, fill: string, radius = 0): string {
  return `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
}

export function circle(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`;
}

/** People, animals and the environment, for what has no picture. `x`, `y`: the middle of the upper circle. */
export function circles(x: number, y: number, radius: number, { turn }: Look): string {
  const [aside, below] = [radius * 0.59, radius * 1.02];
  return [
    circle(x, y, radius, turn('#c9d6bc')),
    circle(x - aside, y + below, radius, '#e9cdb9', 'opacity=".85"'),
    circle(x + aside, y + below, radius, '#8fa9a3', 'opacity=".6"'),
  ].join('');
}

/** The society's logo, or the three interlocking circles in a square of 64 units, as in public/mark.svg. */
export function brand(whole: Size, place: { left: number; top: number; side: number }, look: Look, ink: string): Layer {
  const { left, top, side } = place;
  if (look.logo) {
    const box = { left: Math.round(left), top: Math.round(top), width: Math.round(side), height: Math.round(side) };
    return { name: 'logo', bytes: look.logo, ...box };
  }
  const ring = (x: number, y: number, color: string) =>
    circle(x, y, 17, 'none', `stroke="${color}" stroke-width="${side > 200 ? 3.4 : 4}"`);
  const rings = ring(32, 22, look.turn('#6a8b57')) + ring(21, 41, '#b5613a') + ring(43, 41, ink);
  return drawing(whole, `<g transform="translate(${left} ${top}) scale(${side / 64})">${rings}</g>`);
}
