import { useRef, useState } from 'react';

export type Busy = ReturnType<typeof useBusy>;

/** One piece of work at a time: `run` does nothing while another runs. */
export function useBusy() {
  const [isBusy, setIsBusy] = useState(false);
  const running = useRef<'shown' | 'beside' | null>(null);
  const ending = useRef<Promise<void>>(undefined);

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

  return {
    isBusy,
    /** `false` shows the form again while the work waits for a decision. Work beside the form never hides it. */
    setIsBusy: (busy: boolean) => running.current !== 'beside' && setIsBusy(busy),
    run: <T>(work: () => Promise<T>) => start('shown', work),
    /** As `run`, while somebody goes on typing. */
    runBeside: <T>(work: () => Promise<T>) => start('beside', work),
    /** For whoever must not be ignored because of it. The form is busy until then: the press is for what stands in it. */
    besideEnded: () => {
      setIsBusy(true);
      return ending.current;
    },
    isRunning: () => running.current !== null,
    isBeside: () => running.current === 'beside',
  };
}
