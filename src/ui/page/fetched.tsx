import { type ReactNode, useCallback } from 'react';
import { useApi } from '#ui/api-context.ts';
import { useFetched } from '#ui/use-fetched.ts';
import { ErrorState } from './empty-and-error-states.tsx';
import { Spinner } from './spinner.tsx';

type Props<T> = { of: ReturnType<typeof useFetched<T>>; children: (data: T) => ReactNode };

/** The states of what a screen fetches whole. */
export function Fetched<T>({ of: { data, error, reload }, children }: Props<T>) {
  if (data === null && error === null) return <Spinner />;
  return (
    <>
      {data !== null && children(data)}
      {error !== null && <ErrorState message={error} onRetry={() => void reload()} retryLabel="Retry" />}
    </>
  );
}

/** Fetches what one call answers, as `useFetched` does. */
export function useFetchedCall<T>(path: string, failed: string) {
  const api = useApi();
  const load = useCallback(() => api.call<T>('GET', path), [api, path]);
  return useFetched(load, failed);
}
