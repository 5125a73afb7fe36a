import { useEffect, useRef } from 'react';

/** Reloads when `round` changes. */
export function useReloadOn(round: string, reload: () => Promise<void>): void {
  const shown = useRef(round);
  useEffect(() => {
    if (shown.current === round) return;
    shown.current = round;
    void reload();
  }, [round, reload]);
}
