import { useEffect, useState } from 'react';
import type { Reading } from './typed-time.ts';

/** Nothing is said or asked while one still types: until then what is unclear counts as incomplete. */
export function useSettledReading(typed: string, reading: Reading, isStopped: boolean) {
  const isDone = useIsSettled(typed) || isStopped;
  const isClear = reading !== 'incomplete' && 'value' in reading;
  return { reading: isDone || isClear ? reading : ('incomplete' as const), isDone };
}

function useIsSettled(value: string): boolean {
  return useSettled(value) === value;
}

/** What `value` was a moment ago. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 500);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
