import { useRef, useState } from 'react';

/** One piece of work at a time: `run` does nothing while another runs. */
export function useBusy() {
  const [isBusy, setIsBusy] = useState(false);
  const running = useRef<'shown' | 'beside' | null>(null);
  const ending = useRef<Promise<void>>(undefined);
  const isAwaited = useRef(false);

  async function start<T>(how: 'shown' | 'beside', work: () => Promise<T>): Promise<T | undefined> {
    if (running.current !== null) return undefined;
    running.current = how;
    const { promise, resolve } = Promise.withResolvers<void>();
    ending.current = promise;
    if (how === 'shown') setIsBusy(true);
    try {
      return await work();
    } finally {
      running.current = null;
      setIsBusy(false);
      resolve();
    }
  }

  /**
   * As `run`, while the user keeps typing. A press is not lost while such work runs, unless another one waits already or it
   * is no longer needed.
   */
  async function runBeside(isNeeded: () => boolean, work: () => Promise<unknown>): Promise<void> {
    if (running.current === 'beside') {
      if (isAwaited.current) return;
      isAwaited.current = true;
      await ending.current;
      isAwaited.current = false;
      if (!isNeeded()) return;
    }
    await start('beside', work);
  }

  /** The form is not busy while a question stands. Work beside the form never hides it. */
  async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
    if (running.current === 'beside') return ask();
    setIsBusy(false);
    const answer = await ask();
    setIsBusy(true);
    return answer;
  }

  return {
    isBusy,
    untilAnswered,
    run: <T>(work: () => Promise<T>) => start('shown', work),
    runBeside,
    /**
     * Resolves when the running work beside the form has ended. The form is busy until then, so the press applies to its present
     * content.
     */
    besideEnded: () => {
      setIsBusy(true);
      return ending.current;
    },
    isRunning: () => running.current !== null,
    isBeside: () => running.current === 'beside',
  };
}
