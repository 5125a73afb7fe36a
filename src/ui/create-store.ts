import { useSyncExternalStore } from 'react';

/** A value outside of React that components follow. */
export function createStore<T>(first: T) {
  let value = first;
  const listeners = new Set<() => void>();
  const get = () => value;

  function set(next: T): void {
    value = next;
    for (const listener of listeners) listener();
  }

  function watch(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return { get, set, watch, useValue: () => useSyncExternalStore(watch, get, () => first) };
}
