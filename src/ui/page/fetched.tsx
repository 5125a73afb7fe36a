import type { ReactNode } from 'react';
import type { useFetched } from '#ui/use-fetched.ts';
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
