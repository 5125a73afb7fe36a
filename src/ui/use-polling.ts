import { useEffect, useEffectEvent } from 'react';

const movingMs = 2000;

/**
 * Calls `ask` at once with each `key`, when the page becomes visible, and every 2 s while it returns true,
 * or after the milliseconds it returns. Never with a null `key` or while the page is hidden.
 */
export function usePolling(key: string | null, ask: (signal: AbortSignal) => Promise<boolean | number>): void {
  const asked = useEffectEvent(ask);
  useEffect(() => {
    if (key === null) return;
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function look() {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden') return;
      const moves = await asked(over.signal);
      clearTimeout(timer);
      if (over.signal.aborted || moves === false) return;
      timer = setTimeout(() => void look(), moves === true ? movingMs : Math.max(moves, movingMs));
    }

    const lookAgain = () => void look();
    lookAgain();
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      over.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, [key]);
}
