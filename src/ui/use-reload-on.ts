import { useEffect, useRef } from 'react';

/** Fetches again what a screen shows when `round` is another one than it was. Null is not known yet. */
export function useReloadOn(round: string | null, reload: () => Promise<void>): void {
  const shown = useRef(round);
  useEffect(() => {
    if (shown.current === round) return;
    const wasKnown = shown.current !== null;
    shown.current = round;
    if (wasKnown) void reload();
  }, [round, reload]);
}
