import { useCallback, useState } from 'react';
import { errorMessage } from '#shared/calls/api-error.ts';

/** The data of one block: it may fail while the rest of the page is fine. */
export type Loaded<T> = { ok: true; data: T } | { ok: false; message: string };

/** `fallback` is the message where the server gives no sentence of its own. */
export async function settleLoad<T>(promise: Promise<T>, fallback: string): Promise<Loaded<T>> {
  try {
    return { ok: true, data: await promise };
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    return { ok: false, message: errorMessage(error, fallback) };
  }
}

/** For an effect: shows what has loaded, unless the effect is over by then. Answers its cleanup. */
export function loadInEffect<T>(loading: Promise<T>, show: (loaded: T) => void) {
  let isOver = false;
  void loading.then((loaded) => isOver || show(loaded));
  return () => {
    isOver = true;
  };
}

/** A block that starts with the data of the page's loader and can fetch it again. */
export function useLoaded<T>(first: Loaded<T>, load: () => Promise<Loaded<T>>) {
  const [state, setState] = useState({ from: first, loaded: first, isLoading: false });
  if (state.from !== first) setState({ from: first, loaded: first, isLoading: false });
  const retry = useCallback(async () => {
    setState((now) => ({ ...now, isLoading: true }));
    const loaded = await load();
    // What is there stays when asking again fails.
    setState((now) => ({ ...now, loaded: loaded.ok || !now.loaded.ok ? loaded : now.loaded, isLoading: false }));
  }, [load]);
  return { loaded: state.loaded, isLoading: state.isLoading, retry };
}
