import { useEffect, useRef } from 'react';

/** Fetches again what a screen shows when `round` is another one than it was. */
export function useReloadOn(round: string, reload: () => Promise<void>): void {
  const shown = useRef(round);
  useEffect(() => {
    if (shown.current === round) return;
    shown.current = round;
    void reload();
  }, [round, reload]);
}
