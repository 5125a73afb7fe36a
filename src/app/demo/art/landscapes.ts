/** Landscapes of the demo content, drawn as SVG. */
import { canvas, chance, circle, colors, line, placed, ridge, ridgeAt, shape, sky, svg, times, tree } from './brush.ts';

const { paper, sand, straw, olive, mist, sage, green, deep, moss, forest } = colors;
const { peach, apricot, clay, rust, haze, teal, lagoon, slate } = colors;

/** Dusk, a limestone hill with a cave, and a ribbon of bats across the moon. */
export function batsAtDusk(): string {
  const random = chance(3);
  const bats = times(46, (index) => {
    const along = index / 45;
    const x = 270 + along * 960 + random(-30, 30);
    const y = 500 - Math.sin(along * 2.4) * 290 - along * 40 + random(-1, 1) * (24 + along * 90);
    return placed(bat, { x, y, scale: 0.2 + along * 0.4 + random(-0.05, 0.12), turn: random(-24, 18) });
  });
  return svg(
    [
      sky([slate, lagoon, teal, peach]),
      circle(850, 250, 210, paper, 'opacity=".12"'),
      circle(850, 250, 142, paper, 'opacity=".9"'),
      circle(806, 216, 24, sand, 'opacity=".55"'),
      circle(886, 298, 34, sand, 'opacity=".45"'),
      ridge({ y: 560, swell: 46, seed: 1.2, fill: lagoon, opacity: 0.7 }),
      ridge({ y: 620, swell: 42, seed: 3.4, fill: slate, opacity: 0.85 }),
      shape('M-20 800V470C60 400 150 372 236 392C330 414 380 500 470 560C560 618 660 640 720 800Z', moss),
      shape('M150 620C150 520 190 462 246 462C306 462 346 524 344 620C300 600 200 600 150 620Z', '#14200f'),
      line('M60 520C100 500 130 470 140 430M390 560C420 590 470 610 500 640M70 610C100 600 120 590 132 570', deep, 5),
      ridge({ y: 716, swell: 30, seed: 5.3, fill: forest }),
      times(5, (index) =>
        placed(tree(forest, moss, forest), {
          x: 700 + index * 138,
          y: ridgeAt(700 + index * 138, { y: 716, swell: 30, seed: 5.3 }) + 8,
          scale: 0.7 + (index % 3) * 0.22,
        }),
      ),
      `<g fill="${forest}">${bats}</g>`,
    ].join(''),
  );
}

const bat =
  '<path d="M0 -14L5 -24L9 -13C22 -30 44 -34 68 -20C56 -16 52 -8 50 4C42 -4 34 -4 28 6C22 0 14 2 8 14L0 24L-8 14C-14 2 -22 0 -28 6C-34 -4 -42 -4 -50 4C-52 -8 -56 -16 -68 -20C-44 -34 -22 -30 -9 -13L-5 -24Z"/>';

/** A large sun over dry hills, three cattle in the shade of the only tree. */
export function heatwave(): string {
  return svg(
    [
      sky([peach, '#efd9c4', sand]),
      times(4, (index) => circle(905, 270, 330 - index * 62, apricot, `opacity="${0.13 + index * 0.05}"`)),
      circle(905, 270, 118, clay),
      ridge({ y: 470, swell: 40, seed: 0.4, fill: apricot, opacity: 0.55 }),
      ridge({ y: 540, swell: 34, seed: 2.2, fill: straw }),
      ridge({ y: 610, swell: 26, seed: 4.1, fill: olive, opacity: 0.8 }),
      shape('M120 676C260 640 560 640 700 684C560 706 260 708 120 676Z', rust, 'opacity=".5"'),
      placed(tree(deep, green, forest), { x: 392, y: 676, scale: 2.7 }),
      `<g fill="${forest}">${placed(cow, { x: 250, y: 690, scale: 1.15 })}${placed(cow, { x: 520, y: 700, scale: 1.3 })}${placed(`<g transform="scale(-1 1)">${cow}</g>`, { x: 700, y: 676, scale: 0.9 })}</g>`,
      ridge({ y: 742, swell: 16, seed: 6.2, fill: clay }),
      times(9, (index) => {
        const x = 60 + index * 145;
        return line(`M${x} 752L${x + 30} 770L${x + 18} 800M${x + 30} 770L${x + 74} 778`, rust, 3);
      }),
    ].join(''),
  );
}

const cow =
  '<path d="M-58 -58C-40 -66 10 -66 40 -60C52 -66 62 -72 72 -70L70 -64L84 -60C90 -52 88 -44 80 -42L66 -44C60 -38 56 -32 52 -26L50 0H42L40 -24C20 -18 -16 -18 -36 -24L-38 0H-46L-50 -28C-58 -30 -60 -44 -60 -50C-66 -42 -64 -28 -66 -16L-70 -16C-72 -32 -70 -52 -58 -58Z"/>';

/** A river in long bends from the hills to the foreground. */
export function riverBends(): string {
  return svg(
    [
      sky([haze, mist, paper]),
      circle(330, 190, 74, paper, 'opacity=".95"'),
      ridge({ y: 300, swell: 52, seed: 2.8, fill: teal, opacity: 0.6 }),
      ridge({ y: 362, swell: 44, seed: 0.9, fill: sage }),
      ridge({ y: 424, swell: 22, seed: 4.4, fill: green }),
      shape('M-10 800V456C300 426 900 430 1290 460V800Z', sage),
      shape('M-10 560C240 520 520 560 700 640C820 692 900 740 940 800H-10Z', green),
      shape('M1290 540C1100 540 1000 590 1010 650C1020 700 1150 740 1290 750Z', deep),
      shape(
        'M742 452C690 470 560 478 566 512C574 552 960 540 968 606C976 676 420 640 250 800H900C900 720 1176 690 1120 590C1078 516 730 540 722 506C718 486 780 470 790 454Z',
        haze,
      ),
      line('M640 506C700 540 1010 540 1030 610C1046 680 640 690 520 800', paper, 6, 'opacity=".8"'),
      line('M700 500C800 540 1080 550 1070 630C1060 690 800 710 720 790', teal, 4, 'opacity=".7"'),
      times(7, (index) =>
        placed(tree(index % 2 ? deep : moss, green, forest), {
          x: 70 + index * 74,
          y: 566 + Math.sin(index) * 14 + index * 9,
          scale: 0.62 + (index % 3) * 0.16,
        }),
      ),
      times(4, (index) => placed(tree(moss, deep, forest), { x: 1100 + index * 52, y: 590 + index * 30, scale: 0.9 })),
      shape('M880 448V408H872L910 380L948 408H940V448Z', clay),
      shape('M940 448V396H952V378H962V396H974V448Z', rust),
    ].join(''),
  );
}

/** Still water at dawn, reeds, and a heron. */
export function wetland(): string {
  const random = chance(11);
  const reed = (x: number, foot: number, height: number, bend: number, color: string) =>
    line(`M${x} ${foot}Q${x + bend * 0.2} ${foot - height * 0.6} ${x + bend} ${foot - height}`, color, 6);
  const reeds = (from: number, to: number, count: number, color: string) =>
    times(count, () => {
      const x = random(from, to);
      const height = random(150, 330);
      const bend = random(-46, 46);
      const head = `rotate(${bend / 5} ${x + bend} ${820 - height})`;
      return (
        reed(x, 820, height, bend, color) +
        `<ellipse cx="${x + bend}" cy="${820 - height}" rx="8" ry="30" fill="${rust}" transform="${head}"/>`
      );
    });
  return svg(
    [
      sky([haze, peach, paper]),
      circle(880, 318, 92, apricot),
      ridge({ y: 350, swell: 30, seed: 1.9, fill: teal, opacity: 0.75 }),
      ridge({ y: 388, swell: 18, seed: 4.7, fill: lagoon }),
      `<rect y="404" width="${canvas.width}" height="396" fill="${haze}"/>`,
      `<rect y="404" width="${canvas.width}" height="26" fill="${lagoon}" opacity=".35"/>`,
      times(7, (index) => {
        const half = 86 - index * 9;
        return line(`M${880 - half} ${444 + index * 24}H${880 + half}`, apricot, 8, `opacity="${0.75 - index * 0.08}"`);
      }),
      times(12, () => {
        const x = random(20, 1180);
        return line(`M${x} ${random(450, 700)}h${random(40, 150)}`, paper, 4, 'opacity=".6"');
      }),
      shape('M-20 700C160 650 420 660 560 720C640 752 700 780 760 820H-20Z', deep),
      placed(heron, { x: 600, y: 726, scale: 1.5 }),
      reeds(-10, 330, 22, moss),
      reeds(1010, 1290, 20, slate),
      shape('M900 820C1000 740 1150 720 1300 716V820Z', moss),
    ].join(''),
  );
}

const heron = [
  line('M-8 -60V0M8 -58L16 -30L10 2', forest, 4),
  shape('M-74 -62C-40 -110 20 -122 40 -96C48 -78 16 -52 -24 -54Z', slate),
  shape('M-86 -50C-60 -84 -20 -96 12 -88C-6 -62 -44 -52 -86 -50Z', lagoon),
  line('M32 -98C70 -118 22 -160 42 -190', slate, 11),
  shape('M34 -196C40 -208 58 -208 64 -196L112 -184L60 -184C48 -178 34 -182 34 -196Z', slate),
  line('M38 -200L8 -192', forest, 3),
].join('');

/** Vegetable beds, a glasshouse and a beehive below the roofs of a city. */
export function cityFarm(): string {
  const random = chance(8);
  const houses = times(15, (index) => {
    const top = 210 + random(0, 130);
    const fill = [teal, haze, sand, straw, peach][index % 5];
    const windows = times(4, (row) =>
      times(
        2,
        (column) => `<rect x="${index * 88 + 16 + column * 34}" y="${top + 28 + row * 44}" width="16" height="24"/>`,
      ),
    );
    return `<rect x="${index * 88 - 8}" y="${top}" width="86" height="330" fill="${fill}"/><g fill="${paper}" opacity=".6">${windows}</g>`;
  });
  const beds = times(6, (index) => {
    const left = -260 + index * 300;
    const plants = times(9, (row) => {
      const depth = row / 8;
      const x = left + 150 + (640 - left - 150) * (1 - depth) * 0.62;
      return (
        circle(x, 560 + depth * 220, 12 + depth * 26, index % 2 ? green : deep) +
        circle(x - 5, 552 + depth * 214, 6 + depth * 12, sage)
      );
    });
    return plants;
  });
  return svg(
    [
      sky([haze, paper]),
      houses,
      ridge({ y: 500, swell: 18, seed: 3.1, fill: green }),
      times(9, (index) =>
        placed(tree(moss, deep, forest), { x: 30 + index * 156, y: 516, scale: 0.72 + (index % 2) * 0.2 }),
      ),
      `<rect y="520" width="1280" height="280" fill="${olive}"/>`,
      shape(
        'M470 520L0 800H210L560 520Z M720 520L1070 800H1280L810 520Z M600 520L500 800H780L680 520Z',
        rust,
        'opacity=".4"',
      ),
      beds,
      shape('M850 560V428L970 350L1090 428V560Z', paper, 'opacity=".85"'),
      line('M850 560V428L970 350L1090 428V560ZM850 428H1090M910 560V390M970 560V350M1030 560V390', slate, 6),
      placed(
        `<rect x="-38" y="-96" width="76" height="32" fill="${clay}"/><rect x="-38" y="-62" width="76" height="32" fill="${apricot}"/><rect x="-38" y="-28" width="76" height="32" fill="${clay}"/><path d="M-46 -96L0 -124L46 -96Z" fill="${rust}"/>`,
        { x: 250, y: 586 },
      ),
    ].join(''),
  );
}
