import { useRef, useState } from 'react';

export type Busy = ReturnType<typeof useBusy>;

/** One piece of work at a time: `run` does nothing while another runs. */
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

  /** `setIsBusy(false)` shows the form again while the work waits for a decision. */
  return { isBusy, setIsBusy, run, isRunning: () => running.current };
}
