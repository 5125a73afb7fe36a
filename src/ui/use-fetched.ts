import { useCallback, useEffect, useRef, useState } from 'react';
import { errorMessage } from '#shared/calls/api-error.ts';
import { useApi } from './api-context.ts';

/** Fetches the data of a screen. `load` must keep its identity. The data stays while it is fetched again, and if that fails. */
export function useFetched<T>(load: () => Promise<T>, failed: string) {
  const [state, setState] = useState<{ data: T | null; error: string | null }>({ data: null, error: null });
  const latest = useRef(0);
  const fetch = useCallback(
    async (isAgain: boolean) => {
      latest.current += 1;
      const mine = latest.current;
      const next = await load().then(
        (data) => ({ data, error: null }),
        (reason: unknown) => ({ error: errorMessage(reason, failed), ...(!isAgain && { data: null }) }),
      );
      if (mine === latest.current) setState((last) => ({ ...last, ...next }));
    },
    [load, failed],
  );
  useEffect(() => {
    void fetch(false);
    return () => {
      latest.current += 1;
    };
  }, [fetch]);
  const reload = useCallback(() => fetch(true), [fetch]);
  return { ...state, reload };
}

/** The same from the address of a call. */
export function useFetchedCall<T>(path: string, failed: string) {
  const api = useApi();
  return useFetched(
    useCallback(() => api.call<T>('GET', path), [api, path]),
    failed,
  );
}
