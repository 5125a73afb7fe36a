/** Lots that a seed decides (mulberry32). */
export type Random = ReturnType<typeof createRandom>;

export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    /** Whole, both ends included. */
    between: (least: number, most: number): number => least + Math.floor(next() * (most - least + 1)),
    chance: (share: number): boolean => next() < share,
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T,
  };
}
