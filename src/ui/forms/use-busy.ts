import { useRef, useState } from 'react';

export type Busy = ReturnType<typeof useBusy>;

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

  /** For a press that is not lost while work beside the form runs. False where nothing is to be done: another one waits already. */
  async function turnBeside(isNeeded: () => boolean): Promise<boolean> {
    if (running.current !== 'beside') return running.current === null;
    if (isAwaited.current) return false;
    isAwaited.current = true;
    await ending.current;
    isAwaited.current = false;
    return running.current === null && isNeeded();
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
    /** As `run`, while someone goes on typing. */
    runBeside: <T>(work: () => Promise<T>) => start('beside', work),
    /** For anyone who must not be ignored because of it. The form is busy until then: the press is for what stands in it. */
    besideEnded: () => {
      setIsBusy(true);
      return ending.current;
    },
    turnBeside,
    isRunning: () => running.current !== null,
    isBeside: () => running.current === 'beside',
  };
}
