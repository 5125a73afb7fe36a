import { useEffect, useRef } from 'react';
import { dayMovedBetween } from '#features/items/moved-day.ts';

/** Changes the first day together with the last one, also when it was empty while it was typed. */
export function useMoveLastDay({ from, to }: { from: string; to: string }) {
  const last = useRef(from);
  useEffect(() => {
    if (from) last.current = from;
  }, [from]);
  return (typed: string) => ({
    from: typed,
    ...(typed && to && last.current && { to: dayMovedBetween(to, last.current, typed) }),
  });
}
