/** What the drawings share: the palette, a canvas of 1280 × 800 units, ridges, and seeded random numbers. */
export const colors = {
  paper: '#f7f6f1',
  sand: '#dcd5be',
  straw: '#c3b78f',
  olive: '#8b8460',
  mist: '#dfe7d8',
  leaf: '#c9d6bc',
  sage: '#a3b98f',
  green: '#6a8b57',
  deep: '#4a663a',
  moss: '#37502e',
  forest: '#22321b',
  peach: '#e9cdb9',
  apricot: '#d99c74',
  clay: '#b5613a',
  rust: '#8a4527',
  haze: '#c9d5d2',
  teal: '#8fa9a3',
  lagoon: '#5f807a',
  slate: '#3c5853',
} as const;

export const canvas = { width: 1280, height: 800 } as const;

export function svg(body: string, { width, height }: { width: number; height: number } = canvas): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`;
}

/** A background from top to bottom. */
export function sky(stops: string[], { width, height }: { width: number; height: number } = canvas): string {
  const parts = stops.map((color, at) => `<stop offset="${at / (stops.length - 1)}" stop-color="${color}"/>`);
  return `<defs><linearGradient id="sky" x2="0" y2="1">${parts.join('')}</linearGradient></defs><rect width="${width}" height="${height}" fill="url(#sky)"/>`;
}

type Ridge = { y: number; swell: number; fill: string; seed: number; opacity?: number };

/** A line of hills, filled to the lower edge. `swell` is the height of its waves. */
export function ridge({ y, swell, fill, seed, opacity = 1 }: Ridge): string {
  const points: string[] = [];
  for (let x = -16; x <= canvas.width + 16; x += 16) points.push(`${x} ${round(ridgeAt(x, { y, swell, seed }))}`);
  return `<path d="M${points.join('L')}V${canvas.height}H-16Z" fill="${fill}" opacity="${opacity}"/>`;
}

export function ridgeAt(x: number, { y, swell, seed }: Pick<Ridge, 'y' | 'swell' | 'seed'>): number {
  const wave = Math.sin(x / 210 + seed) + 0.55 * Math.sin(x / 97 + seed * 2.3) + 0.2 * Math.sin(x / 41 + seed * 5.1);
  return y + (wave * swell) / 1.75;
}

/** The same seed gives the same numbers between `from` and `to`. */
export function chance(seed: number): (from: number, to: number) => number {
  let state = seed * 7919 + 17;
  return (from, to) => {
    state = (state * 16807) % 2147483647;
    return from + (state / 2147483647) * (to - from);
  };
}

export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

export function circle(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${more}/>`;
}

/** An outline with round ends. */
export function line(path: string, color: string, width: number, more = ''): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
}

export function shape(path: string, fill: string, more = ''): string {
  return `<path d="${path}" fill="${fill}" ${more}/>`;
}

export function placed(body: string, { x, y, scale = 1, turn = 0 }: Place): string {
  return `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${round(scale)})">${body}</g>`;
}
export type Place = { x: number; y: number; scale?: number; turn?: number };

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A leaf of 200 units, pointing up, with its stalk at the origin. */
export function leaf(fill: string, vein: string): string {
  const veins = times(4, (index) => {
    const y = -50 - index * 32;
    const reach = 30 - Math.abs(index - 1) * 6;
    return `M0 ${y}Q${reach * 0.6} ${y - 10} ${reach} ${y - 26}M0 ${y}Q${-reach * 0.6} ${y - 10} ${-reach} ${y - 26}`;
  });
  return `${shape('M0 0C-58 -42 -66 -128 0 -200C66 -128 58 -42 0 0Z', fill)}${line(`M0 30V-176${veins}`, vein, 3)}`;
}

/** A round tree at the origin, some 150 units high. */
export function tree(crown: string, light: string, trunk: string): string {
  return `${line('M0 0V-70M0 -40L22 -66M0 -50L-20 -74', trunk, 8)}${circle(0, -104, 50, crown)}${circle(-34, -84, 32, crown)}${circle(36, -86, 34, crown)}${circle(-12, -116, 26, light)}${circle(22, -98, 16, light)}`;
}

/** The society's logo: three interlocking circles in a square of 64 units. */
export function mark(strokes: { top: string; left: string; right: string }, width: number): string {
  const ring = (x: number, y: number, color: string) =>
    `<circle cx="${x}" cy="${y}" r="17" fill="none" stroke="${color}" stroke-width="${width}"/>`;
  return ring(32, 22, strokes.top) + ring(21, 41, strokes.left) + ring(43, 41, strokes.right);
}
