/** How many password hashes this process works on at the same moment, as Node itself counts them. */
import { createHook } from 'node:async_hooks';

export function watchHashes() {
  const working = new Set<number>();
  let most = 0;
  let all = 0;
  const hook = createHook({
    init(id, type) {
      if (type !== 'ARGON2REQUEST') return;
      working.add(id);
      all++;
      most = Math.max(most, working.size);
    },
    // The callback runs: the work is done.
    before: (id) => void working.delete(id),
  }).enable();
  return { most: () => most, all: () => all, [Symbol.dispose]: () => void hook.disable() };
}
