import { useCallback, useEffect, useRef, useState } from 'react';
import { errorMessage } from './loaded.ts';

/** Fetches the data of a screen. `load` must keep its identity. The data stays while it is fetched again. */
export function useFetched<T>(load: () => Promise<T>, failed: string) {
  const [state, setState] = useState<{ data: T | null; error: string | null }>({ data: null, error: null });
  const latest = useRef(0);
  const reload = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    const next = await load().then(
      (data) => ({ data, error: null }),
      (reason: unknown) => ({ data: null, error: errorMessage(reason, failed) }),
    );
    if (mine === latest.current) setState(next);
  }, [load, failed]);
  useEffect(() => {
    void reload();
    return () => {
      latest.current += 1;
    };
  }, [reload]);
  return { ...state, reload };
}
