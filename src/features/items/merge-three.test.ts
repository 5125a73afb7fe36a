import { expect, test } from 'vitest';
import { createRandom } from '#tests/simulation/random.ts';
import { mergeThree } from './merge-three.ts';

const merge = (base: string, mine: string, theirs: string) =>
  mergeThree(base.split(''), { mine: mine.split(''), theirs: theirs.split(''), keyOf: (line) => line })?.join('') ??
  null;

test.each([
  ['abc', 'xbc', 'aby', 'xby'],
  ['abcde', 'abXcde', 'abcdYe', 'abXcdYe'],
  ['abcde', 'bcde', 'abcd', 'bcd'],
  ['abc', 'aXc', 'aXc', 'aXc'],
  ['abc', 'aXc', 'aYc', null],
  ['abc', 'ac', 'aXc', null],
  ['ab', 'abX', 'abY', null],
  ['', 'X', '', 'X'],
  ['aaa', 'aXaa', 'aaaY', 'aXaaY'],
])('of %j, %j and %j come to %j', (base, mine, theirs, expected) => expect(merge(base, mine, theirs)).toBe(expected));

/** Lines differ, so that it shows where each came from. */
function world(seed: number) {
  const random = createRandom(seed);
  let next = 0;
  const line = () => `line ${next++}`;
  const base = Array.from({ length: random.between(0, 12) }, line);
  const edited = () => {
    const lines = [...base];
    for (let n = random.between(0, 3); n > 0; n--) {
      const at = random.between(0, lines.length);
      const how = random.pick(['insert', 'remove', 'replace'] as const);
      lines.splice(at, how === 'insert' ? 0 : 1, ...(how === 'remove' ? [] : [line()]));
    }
    return lines;
  };
  return { base, mine: edited(), theirs: edited() };
}

test('whatever two people do: nobody loses a line, nobody gets back what was taken out, and it is the same either way round', () => {
  let merges = 0;
  for (let seed = 0; seed < 3000; seed++) {
    const { base, mine, theirs } = world(seed);
    const keyOf = (one: string) => one;
    const merged = mergeThree(base, { mine, theirs, keyOf });
    expect(mergeThree(base, { mine: theirs, theirs: mine, keyOf })).toEqual(merged);
    expect(mergeThree(base, { mine: base, theirs, keyOf })).toEqual(theirs);
    expect(mergeThree(base, { mine, theirs: base, keyOf })).toEqual(mine);
    expect(mergeThree(base, { mine, theirs: mine, keyOf })).toEqual(mine);
    if (!merged) continue;
    merges += 1;
    const added = [...mine, ...theirs].filter((one) => !base.includes(one));
    const kept = base.filter((one) => mine.includes(one) && theirs.includes(one));
    expect(new Set(merged), `seed ${seed}`).toEqual(new Set([...added, ...kept]));
    expect(merged).toHaveLength(new Set(merged).size);
    // Each one's lines stay in the order in which they were written.
    for (const side of [mine, theirs]) {
      const own = side.filter((one) => merged.includes(one));
      expect(merged.filter((one) => side.includes(one))).toEqual(own);
    }
  }
  expect(merges).toBeGreaterThan(1000);
});

test('what counts as the same stays as the newer save wrote it', () => {
  const keyOf = (line: string) => line.toLowerCase();
  expect(mergeThree(['a', 'b'], { mine: ['A', 'x'], theirs: ['a', 'b'], keyOf })).toEqual(['a', 'x']);
});

test('texts of very many lines that have nothing in common are left to people', () => {
  const lines = (name: string) => Array.from({ length: 2100 }, (_, n) => `${name} ${n}`);
  expect(mergeThree(lines('a'), { mine: lines('b'), theirs: lines('c'), keyOf: (line) => line })).toBe(null);
});
