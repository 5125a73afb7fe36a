/**
 * Turns for work on the main thread: a few at once, alternating between networks, so that no one waits for someone else's many
 * requests. Cached responses need no turn.
 */

/** Waiting, and of one network. */
const mostWaiting = 1024;
const waitingOfOneNetwork = 128;

export type Limits = { atOnce: number; ofOneNetwork: number };
export type FairQueue = ReturnType<typeof createFairQueue>;
export type Leave = () => void;

export function createFairQueue({ atOnce, ofOneNetwork }: Limits) {
  /** Waiting turns by network, in the order of the next round. */
  const waiting = new Map<string, (() => void)[]>();
  const working = new Map<string, number>();
  let inWork = 0;
  /** Without those that are never refused: one network's many must not have others refused. */
  let inLine = 0;
  let isDealt = false;

  /** One per round of the event loop: cached responses are served in between. */
  function dealSoon(): void {
    if (isDealt || waiting.size === 0 || inWork >= atOnce) return;
    isDealt = true;
    setImmediate(deal);
  }

  function deal(): void {
    isDealt = false;
    for (const [network, line] of waiting) {
      const count = working.get(network) ?? 0;
      if (count >= ofOneNetwork) continue;
      const begin = line.shift();
      waiting.delete(network);
      if (line.length > 0) waiting.set(network, line);
      working.set(network, count + 1);
      inWork++;
      begin?.();
      return dealSoon();
    }
  }

  function leaveOf(network: string): Leave {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (working.get(network) ?? 1) - 1;
      if (left > 0) working.set(network, left);
      else working.delete(network);
      inWork--;
      dealSoon();
    };
  }

  return {
    /** Resolves to a function that ends the turn; null when too many wait, unless it is `neverRefused`. */
    async enter(network: string, { neverRefused = false } = {}): Promise<Leave | null> {
      const line = waiting.get(network) ?? [];
      const isFull = inLine >= mostWaiting || line.length >= waitingOfOneNetwork;
      if (isFull && !neverRefused) return null;
      const turn = Promise.withResolvers<void>();
      line.push(turn.resolve);
      waiting.set(network, line);
      if (!neverRefused) inLine++;
      dealSoon();
      await turn.promise;
      if (!neverRefused) inLine--;
      return leaveOf(network);
    },
  };
}
