import { useEffect, useEffectEvent } from 'react';

const movingMs = 2000;

/**
 * Asks at once with each `key`, when one comes back to the page, and every two seconds while something moves: `ask` answers whether
 * it does, or after how many milliseconds it will. Null: nothing is asked; neither while no one sees the page.
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
