/** Close-ups of the demo content, drawn as SVG. */
import { chance, circle, colors, leaf as drawLeaf, line, placed, shape, sky, svg, times } from './brush.ts';

const { paper, sand, straw, mist, leaf, sage, green, deep, moss, forest } = colors;
const { peach, apricot, clay, rust, haze, teal, lagoon, slate, olive } = colors;

/** A field cut open: plants above, roots and what lives between them below. */
export function soilProfile(): string {
  const random = chance(5);
  const plants = times(8, (index) => {
    const x = 90 + index * 158;
    const size = random(0.6, 0.84);
    const roots = times(5, (at) => {
      const reach = (at - 2) * 34;
      const depth = 150 + random(0, 150);
      return `M${x} 336C${x + reach * 0.2} 400 ${x + reach} ${400 + depth * 0.3} ${x + reach + random(-16, 16)} ${340 + depth}`;
    });
    const leaves = times(5, (at) =>
      placed(drawLeaf(at % 2 ? sage : green, deep), { x, y: 334, scale: size, turn: -64 + at * 32 }),
    );
    return line(roots, sand, 5, 'opacity=".85"') + leaves;
  });
  const stones = times(34, () => {
    const size = random(6, 26);
    return `<ellipse cx="${random(0, 1280)}" cy="${random(470, 790)}" rx="${size * 1.4}" ry="${size}" fill="${[straw, clay, olive, teal][Math.floor(random(0, 4))]}" opacity=".55"/>`;
  });
  const rods = times(26, () =>
    placed(`<rect x="-20" y="-7" width="40" height="14" rx="7" fill="${apricot}"/>`, {
      x: random(20, 1260),
      y: random(420, 780),
      turn: random(0, 180),
      scale: random(0.5, 1),
    }),
  );
  return svg(
    [
      sky([mist, paper, sand]),
      shape('M0 336C240 318 420 350 640 338C900 324 1060 348 1280 334V800H0Z', rust),
      shape('M0 470C200 450 430 500 660 474C900 450 1060 500 1280 472V800H0Z', '#6f3a22'),
      shape('M0 640C260 610 460 670 720 640C940 616 1100 660 1280 636V800H0Z', '#4b2b1b'),
      stones,
      rods,
      line('M860 560C900 520 940 590 980 556S1050 530 1076 566', peach, 18),
      line('M190 620C226 590 250 650 290 620S350 600 366 630', peach, 16),
      plants,
    ].join(''),
  );
}

/** Three leaves over three circles, after the logo. */
export function leafCircles(): string {
  return svg(
    [
      `<rect width="1280" height="800" fill="${paper}"/>`,
      circle(640, 300, 230, leaf),
      circle(500, 520, 230, peach, 'opacity=".82"'),
      circle(780, 520, 230, teal, 'opacity=".62"'),
      placed(drawLeaf(deep, sage), { x: 640, y: 560, scale: 2.2 }),
      placed(drawLeaf(green, leaf), { x: 612, y: 590, scale: 1.7, turn: -48 }),
      placed(drawLeaf(lagoon, haze), { x: 668, y: 590, scale: 1.7, turn: 48 }),
      line('M640 540C640 640 632 700 610 760', forest, 9),
      placed(drawLeaf(sage, deep), { x: 70, y: 830, scale: 2.2, turn: 24 }),
      placed(drawLeaf(green, leaf), { x: -10, y: 700, scale: 1.8, turn: 58 }),
      placed(drawLeaf(apricot, rust), { x: 1200, y: 840, scale: 2.1, turn: -26 }),
      placed(drawLeaf(clay, peach), { x: 1296, y: 690, scale: 1.7, turn: -62 }),
    ].join(''),
  );
}

/** A microscope beside its image. */
export function microscope(): string {
  const random = chance(21);
  const cells = times(30, (index) => {
    const angle = index * 2.4;
    const far = Math.sqrt(index / 30) * 226;
    const at = { x: 880 + Math.cos(angle) * far, y: 390 + Math.sin(angle) * far };
    const rod = `<rect x="-30" y="-11" width="60" height="22" rx="11" fill="${[clay, apricot, rust][index % 3]}"/>`;
    const coccus = circle(-12, 0, 14, green) + circle(12, 0, 14, deep);
    return placed(index % 4 === 0 ? coccus : rod, { ...at, turn: random(0, 180), scale: random(0.7, 1.1) });
  });
  return svg(
    [
      `<rect width="1280" height="800" fill="${mist}"/>`,
      `<rect y="640" width="1280" height="160" fill="${sage}"/>`,
      circle(880, 390, 300, slate),
      circle(880, 390, 276, paper),
      circle(880, 390, 276, peach, 'opacity=".35"'),
      cells,
      line('M700 250A230 230 0 0 1 830 166', paper, 16, 'opacity=".9"'),
      shape('M170 668H530C530 636 500 622 460 622H240C200 622 170 636 170 668Z', forest),
      line('M420 626C520 560 530 400 420 320', forest, 46),
      `<rect x="226" y="520" width="210" height="26" rx="10" fill="${slate}"/>`,
      `<rect x="270" y="508" width="110" height="12" rx="4" fill="${haze}"/>`,
      `<g transform="rotate(-20 350 330)"><rect x="306" y="170" width="88" height="240" rx="22" fill="${deep}"/><rect x="318" y="110" width="64" height="76" rx="12" fill="${forest}"/><rect x="300" y="196" width="100" height="20" rx="10" fill="${clay}"/><rect x="322" y="404" width="56" height="50" rx="8" fill="${slate}"/><rect x="336" y="450" width="28" height="40" rx="6" fill="${lagoon}"/></g>`,
      circle(474, 470, 30, clay),
      circle(474, 470, 12, peach),
    ].join(''),
  );
}

/** An open hand and a paw that meet. */
export function pawAndHand(): string {
  const finger = (x: number, y: number, length: number, turn: number) =>
    `<rect x="-27" y="${-length}" width="54" height="${length + 40}" rx="27" transform="translate(${x} ${y}) rotate(${turn})"/>`;
  const hand = `<g fill="${apricot}"><path d="M-104 60C-112 -40 -60 -96 6 -96C76 -96 112 -40 104 60L84 660H-84Z"/>${finger(-78, -40, 168, -14)}${finger(-26, -76, 198, -4)}${finger(30, -76, 190, 5)}${finger(82, -40, 152, 16)}${finger(102, 70, 132, 52)}</g>${line('M-62 40C-30 0 30 0 70 30M-54 96C-10 60 20 70 50 110M-10 -20C-40 20 -44 100 -20 160', clay, 5, 'opacity=".6"')}`;
  const paw = `<g fill="${slate}"><path d="M-110 60C-110 -40 -56 -86 0 -86S110 -40 110 60L88 660H-88Z"/>${circle(-78, -74, 46, slate)}${circle(-28, -112, 48, slate)}${circle(30, -112, 48, slate)}${circle(80, -74, 46, slate)}</g><g fill="${peach}"><path d="M0 -10C40 -10 72 30 66 62C60 92 26 84 0 84S-60 92 -66 62C-72 30 -40 -10 0 -10Z"/><ellipse cx="-78" cy="-74" rx="22" ry="27"/><ellipse cx="-28" cy="-116" rx="22" ry="28"/><ellipse cx="30" cy="-116" rx="22" ry="28"/><ellipse cx="80" cy="-74" rx="22" ry="27"/></g>`;
  return svg(
    [
      sky([leaf, mist, paper]),
      circle(640, 400, 330, paper, 'opacity=".7"'),
      circle(640, 400, 250, sand, 'opacity=".55"'),
      times(12, (index) =>
        placed(drawLeaf(index % 2 ? green : sage, moss), {
          x: 640 + Math.cos((index * Math.PI) / 6) * 330,
          y: 400 + Math.sin((index * Math.PI) / 6) * 330,
          scale: 0.42,
          turn: index * 30 + 90 - 40,
        }),
      ),
      placed(hand, { x: 416, y: 430, turn: 74, scale: 0.98 }),
      placed(paw, { x: 856, y: 418, turn: -76, scale: 0.98 }),
    ].join(''),
  );
}
