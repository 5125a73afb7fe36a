/** Texts like those that people write: few words very often, most words hardly ever, some with letters beyond ASCII. */
const commonWords =
  `the of and to in a is that for it as with was on are by this be from or have an health which at not they can has more but
  their one also will students these other between disease people animals all research we when its than been into society may
  our such new where there how environment public university care over first use most no work some during through many after
  each both human who study data your water world risk event year time virus infection food vaccine climate`.split(
    /\s+/,
  );
const heads = 'b c d f g h l m n p r s t v st tr pr ch gr pl br th qu w'.split(' ');
const hearts = 'a a a a e e e e e i i i o o o u ea io ou ie é ü'.split(' ');
const tails = ['', '', 'n', 'r', 's', 't', 'l', 'm', 'nd', 'st', 'ng', 'ck', 'ct'];
const vocabularySize = 40_000;

export type Random = () => number;

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** By how often they stand in a text. */
export const vocabulary = makeVocabulary();
const reached = sumsOf(vocabulary.map((_, rank) => 1 / (rank + 2.7)));

/** Sentences of `length` characters together. */
export function textOf(random: Random, length: number): string {
  let text = '';
  for (let left = 0; text.length < length; left -= 1) {
    const word = nextWord(random);
    if (left > 0) {
      text += (random() < 0.06 ? ', ' : ' ') + word;
      continue;
    }
    text += `${text && '. '}${word.charAt(0).toUpperCase()}${word.slice(1)}`;
    left = 7 + Math.floor(random() * 16);
  }
  return text.slice(0, length).trim();
}

function nextWord(random: Random): string {
  const wanted = random() * (reached.at(-1) ?? 0);
  let [low, high] = [0, reached.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((reached[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return vocabulary[low] ?? '';
}

function makeVocabulary(): string[] {
  const random = randomFrom(7);
  const one = (pieces: string[]) => pieces[Math.floor(random() * pieces.length)] ?? '';
  const words = new Set(commonWords);
  while (words.size < vocabularySize) {
    let word = '';
    for (let syllables = 1 + Math.floor(random() * 3.2); syllables > 0; syllables -= 1)
      word += one(heads) + one(hearts) + (syllables === 1 || random() < 0.3 ? one(tails) : '');
    words.add(word);
  }
  return [...words];
}

function sumsOf(weights: number[]): number[] {
  let sum = 0;
  return weights.map((weight) => (sum += weight));
}

/** Of twelve scripts, and what people paste: emoji, marks upon marks, overrides of the direction. */
const pieces = [
  'Antimicrobial façade Straße'.split(' '),
  'Łódź žluťoučký Ķīpsala'.split(' '),
  'Nguyễn Đặng Phượng'.split(' '),
  'Достопримечательность мыши'.split(' '),
  'νυχτερίδες και'.split(' '),
  'الخفافيش ونحن'.split(' '),
  'עטלפים ואנחנו'.split(' '),
  'चमगादड़ और'.split(' '),
  'ค้างคาว และเรา'.split(' '),
  '蝙蝠 与我们'.split(' '),
  'コウモリと 私たち'.split(' '),
  '박쥐와 우리'.split(' '),
  ['🦇', '👩🏽‍🔬', '🏳️‍🌈', '❤️'],
  ['Z\u0351\u0363\u0300\u0323a\u030a\u0489lgo', '\u202egnorw', '\u2067شيء\u2069', 'WWWWWWWW', '—'],
];

/** Titles of up to 200 characters, every other one without any space. */
export function oddTitles(count: number): string[] {
  const random = randomFrom(12);
  const one = <T>(from: T[]) => from[Math.floor(random() * from.length)] as T;
  return Array.from({ length: count }, (_, n) => {
    const script = pieces[n % pieces.length] ?? [];
    const words = Array.from({ length: 1 + Math.floor(random() * 60) }, () =>
      one(random() < 0.8 ? script : one(pieces)),
    );
    return (
      words
        .join(n % 2 ? ' ' : '')
        .slice(0, 200)
        .toWellFormed()
        .trim() || '—'
    );
  });
}
