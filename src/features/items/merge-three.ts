/** Two changes of the same lines brought together: what only one of them changed is as that one left it. */

/** Beyond so many comparisons nobody waits for an answer. */
const mostWork = 4_000_000;

/** Null where both have changed the same place differently. `keyOf` tells which lines count as the same. */
export function mergeThree<T>(
  base: readonly T[],
  { mine, theirs, keyOf }: { mine: readonly T[]; theirs: readonly T[]; keyOf: (line: T) => string },
): T[] | null {
  const keys = [base, mine, theirs].map((lines) => lines.map(keyOf)) as [string[], string[], string[]];
  const inMine = matchesOf(keys[0], keys[1]);
  const inTheirs = matchesOf(keys[0], keys[2]);
  if (!inMine || !inTheirs) return null;
  const merged: T[] = [];
  let from = { base: 0, mine: 0, theirs: 0 };
  for (let at = 0; at <= base.length; at++) {
    const isEnd = at === base.length;
    const to = { base: at, mine: isEnd ? mine.length : inMine[at], theirs: isEnd ? theirs.length : inTheirs[at] };
    if (to.mine === undefined || to.theirs === undefined) continue;
    const part = (lines: readonly T[], whose: keyof typeof from) => lines.slice(from[whose], to[whose]);
    const between = mergePart({
      base: part(base, 'base'),
      mine: part(mine, 'mine'),
      theirs: part(theirs, 'theirs'),
      keyOf,
    });
    if (!between) return null;
    merged.push(...between);
    // Where they count as the same, the newer save is what stays.
    if (!isEnd) merged.push(theirs[to.theirs] as T);
    from = { base: at + 1, mine: to.mine + 1, theirs: to.theirs + 1 };
  }
  return merged;
}

type Part<T> = { base: T[]; mine: T[]; theirs: T[]; keyOf: (line: T) => string };

function mergePart<T>({ base, mine, theirs, keyOf }: Part<T>): T[] | null {
  const isSame = (one: T[], other: T[]) =>
    one.length === other.length && one.every((line, at) => keyOf(line) === keyOf(other[at] as T));
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs;
  return isSame(theirs, base) ? mine : null;
}

/** By the place in `base` the place in `other` of each line that stayed; null when that is too much work. */
function matchesOf(base: string[], other: string[]): (number | undefined)[] | null {
  const matches: (number | undefined)[] = [];
  let start = 0;
  while (start < base.length && start < other.length && base[start] === other[start]) matches[start] = start++;
  let end = 0;
  const rest = () => Math.min(base.length, other.length) - start;
  while (end < rest() && base.at(-1 - end) === other.at(-1 - end)) {
    end += 1;
    matches[base.length - end] = other.length - end;
  }
  const [ours, theirs] = [base.slice(start, base.length - end), other.slice(start, other.length - end)];
  if (ours.length * theirs.length > mostWork) return null;
  for (const [at, place] of commonLines(ours, theirs)) matches[start + at] = start + place;
  return matches;
}

/** A longest common subsequence, as pairs of places. */
function commonLines(one: string[], other: string[]): [number, number][] {
  const width = other.length + 1;
  const longest = new Uint32Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--) {
      const below = longest[(i + 1) * width + j] ?? 0;
      const right = longest[i * width + j + 1] ?? 0;
      longest[i * width + j] =
        one[i] === other[j] ? (longest[(i + 1) * width + j + 1] ?? 0) + 1 : Math.max(below, right);
    }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    if (one[i] === other[j]) pairs.push([i++, j++]);
    else if ((longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}
