/** Portraits without faces, 640 × 800 units: a head, shoulders and a circle of the logo, each different. */
import { circle, colors, leaf as drawLeaf, line, placed, shape, svg } from './brush.ts';

const { paper, sand, straw, olive, leaf, sage, green, deep, moss, forest } = colors;
const { peach, apricot, clay, rust, haze, teal, lagoon, slate } = colors;

type Portrait = { ground: string; ring: string; coat: string; collar: string; skin: string; hair: string; cut: Cut };
type Cut = 'short' | 'long' | 'bun' | 'curls' | 'scarf' | 'cap';

const size = { width: 640, height: 800 };

export const portraits: Portrait[] = [
  { ground: leaf, ring: sage, coat: deep, collar: paper, skin: apricot, hair: forest, cut: 'long' },
  { ground: peach, ring: apricot, coat: clay, collar: sand, skin: rust, hair: '#2b1d16', cut: 'curls' },
  { ground: haze, ring: teal, coat: slate, collar: leaf, skin: peach, hair: olive, cut: 'short' },
  { ground: sand, ring: straw, coat: olive, collar: paper, skin: '#a8694a', hair: forest, cut: 'bun' },
  { ground: sage, ring: green, coat: moss, collar: peach, skin: apricot, hair: clay, cut: 'scarf' },
  { ground: teal, ring: lagoon, coat: sand, collar: deep, skin: '#8a5a41', hair: slate, cut: 'cap' },
];

export function portrait({ ground, ring, coat, collar, skin, hair, cut }: Portrait): string {
  const back: Record<Cut, string> = {
    short: '',
    long: shape('M204 330C196 180 440 180 436 330L456 560H184Z', hair),
    bun: circle(320, 168, 56, hair),
    curls: [212, 240, 290, 350, 402, 430]
      .map((x, at) => circle(x, [330, 250, 208, 208, 250, 330][at] ?? 0, 66, hair))
      .join(''),
    scarf: shape('M194 350C180 170 460 170 446 350C450 450 430 520 400 560H240C210 520 190 450 194 350Z', hair),
    cap: '',
  };
  const front: Record<Cut, string> = {
    short: shape(
      'M210 330C200 200 270 196 330 200C400 200 442 240 430 330C420 280 390 262 340 268C290 274 240 270 210 330Z',
      hair,
    ),
    long: shape(
      'M212 340C214 230 270 208 320 208C372 208 426 230 428 340C410 280 370 262 330 240C300 270 240 280 212 340Z',
      hair,
    ),
    bun: shape(
      'M212 330C206 220 262 200 320 200C378 200 434 220 428 330C420 270 370 250 320 250C270 250 220 270 212 330Z',
      hair,
    ),
    curls: [250, 300, 352, 396].map((x) => circle(x, 236, 40, hair)).join(''),
    scarf: shape(
      'M214 340C210 230 262 206 320 206C378 206 430 230 426 340C420 280 376 258 320 258C264 258 220 280 214 340Z',
      hair,
    ),
    cap: `${shape('M206 310C200 220 256 186 320 186C384 186 440 220 434 310C380 290 260 290 206 310Z', hair)}${shape('M206 306C270 284 390 284 470 316C400 318 270 318 206 306Z', moss)}`,
  };
  return svg(
    [
      `<rect width="640" height="800" fill="${ground}"/>`,
      circle(320, 350, 262, ring, 'opacity=".55"'),
      placed(drawLeaf(ring, ground), { x: 92, y: 800, scale: 1.5, turn: 14 }),
      placed(drawLeaf(ring, ground), { x: 566, y: 810, scale: 1.3, turn: -18 }),
      back[cut],
      shape('M60 800C70 640 170 580 270 560H370C470 580 570 640 580 800Z', coat),
      shape('M268 470H372V570C350 610 290 610 268 570Z', skin),
      shape('M268 532C300 556 340 556 372 532V552C340 580 300 580 268 552Z', forest, 'opacity=".16"'),
      shape('M212 340C212 250 260 212 320 212S428 250 428 340C428 440 380 510 320 510S212 440 212 340Z', skin),
      front[cut],
      shape('M262 556L320 640L378 556L404 566L330 690H310L236 566Z', collar),
      line('M320 690V800', forest, 4, 'opacity=".25"'),
    ].join(''),
    size,
  );
}
