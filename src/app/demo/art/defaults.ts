/** The default pictures, the icons and the site's share card. `scripts/draw-assets.ts` draws them. */
import { circle, colors, line, mark, ridge, shape, sky, svg, times } from './brush.ts';

const { paper, sand, mist, leaf, sage, green, deep, forest, peach, clay, haze, teal } = colors;

export const onPaper = { top: green, left: clay, right: forest };
const onForest = { top: '#9dbb8a', left: '#d98a62', right: sand };

/** The logo in a square of 64 units. On a dark desktop its dark ring turns light. */
export function markFile(width: number): string {
  const body = mark(onPaper, width).replace(`stroke="${forest}"`, 'class="dark"');
  const style = `<style>.dark{stroke:${forest}}@media(prefers-color-scheme:dark){.dark{stroke:${sand}}}</style>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${style}${body}</svg>\n`;
}

/** For screens that cut icons to their own shape: the logo keeps a distance from the edge. */
export function icon(side: number, ground: string = paper): string {
  const strokes = ground === forest ? onForest : onPaper;
  const body = `<rect width="64" height="64" fill="${ground}"/><g transform="translate(10.2 10.2) scale(.68)">${mark(strokes, 4.4)}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${side}" height="${side}">${body}</svg>`;
}

export function defaultArticle(): string {
  return svg(
    [
      sky([sand, mist, paper]),
      circle(640, 250, 170, leaf, 'opacity=".9"'),
      circle(540, 400, 170, peach, 'opacity=".7"'),
      circle(740, 400, 170, teal, 'opacity=".5"'),
      ridge({ y: 480, swell: 44, seed: 2.1, fill: haze }),
      ridge({ y: 560, swell: 40, seed: 0.6, fill: sage, opacity: 0.9 }),
      ridge({ y: 640, swell: 34, seed: 4.0, fill: green }),
      ridge({ y: 722, swell: 28, seed: 1.4, fill: deep }),
    ].join(''),
  );
}

export function defaultEvent(): string {
  const days = times(20, (index) => {
    const [x, y] = [470 + (index % 5) * 85, 350 + Math.floor(index / 5) * 78];
    return circle(x, y, index === 13 ? 30 : 13, index === 13 ? clay : sage, index === 13 ? '' : 'opacity=".75"');
  });
  return svg(
    [
      sky([haze, mist, paper]),
      circle(1020, 210, 90, peach),
      ridge({ y: 500, swell: 50, seed: 3.3, fill: teal, opacity: 0.55 }),
      ridge({ y: 600, swell: 42, seed: 0.2, fill: sage }),
      ridge({ y: 700, swell: 34, seed: 5.2, fill: green }),
      `<rect x="382" y="166" width="516" height="496" rx="34" fill="${forest}" opacity=".12"/>`,
      `<rect x="382" y="152" width="516" height="496" rx="34" fill="${paper}"/>`,
      shape('M382 186A34 34 0 0 1 416 152H864A34 34 0 0 1 898 186V272H382Z', deep),
      line('M510 122V184M770 122V184', forest, 20),
      days,
    ].join(''),
  );
}

export function defaultAvatar(): string {
  const size = { width: 800, height: 800 };
  const body = [
    sky([mist, leaf], size),
    circle(400, 400, 330, paper, 'opacity=".5"'),
    circle(400, 320, 128, green, 'opacity=".75"'),
    shape('M130 800C140 600 260 500 400 500S660 600 670 800Z', green, 'opacity=".75"'),
  ];
  return svg(body.join(''), size);
}

/** The background of share cards, 1200 × 630. */
export function shareCardBackground(): string {
  const size = { width: 1200, height: 630 };
  const body = [
    `<rect width="1200" height="630" fill="${paper}"/>`,
    circle(890, 212, 170, leaf),
    circle(790, 386, 170, peach, 'opacity=".85"'),
    circle(990, 386, 170, teal, 'opacity=".6"'),
    `<rect y="600" width="1200" height="30" fill="${forest}"/>`,
    `<g transform="translate(84 84) scale(1.25)">${mark(onPaper, 4)}</g>`,
  ];
  return svg(body.join(''), size);
}
