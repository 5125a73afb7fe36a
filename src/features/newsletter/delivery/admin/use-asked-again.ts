import { useEffect, useRef } from 'react';

/** Asks again when `round` changes, and when one comes back to the page: another tab may have changed what it says. */
export function useAskedAgain(ask: () => Promise<void>, round: string): void {
  const asked = useRef(round);
  useEffect(() => {
    if (asked.current !== round) void ask();
    asked.current = round;
  }, [ask, round]);
  useEffect(() => {
    const askAgain = () => void ask();
    window.addEventListener('focus', askAgain);
    return () => window.removeEventListener('focus', askAgain);
  }, [ask]);
}
