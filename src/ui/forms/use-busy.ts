import { useRef, useState } from 'react';

export type Busy = ReturnType<typeof useBusy>;

/** One piece of work at a time: what is begun while another is under way does nothing. */
export function useBusy() {
  const [isBusy, setIsBusy] = useState(false);
  const running = useRef(false);

  async function run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setIsBusy(true);
    try {
      return await work();
    } finally {
      running.current = false;
      setIsBusy(false);
    }
  }

  /** `setIsBusy(false)` shows the form again while the work waits for an answer of the one who began it. */
  return { isBusy, setIsBusy, run, isRunning: () => running.current };
}
