import { useEffect, useRef, useState } from 'react';

export type KeptDraft<T> = {
  /** What an earlier visit left unsaved, until it is restored or forgotten. */
  kept: { at: string; values: T } | null;
  take: () => T | null;
  forget: () => void;
};

/** Keeps what is typed in this browser until it is saved, so that an expired session or a closed tab loses nothing (E2). */
export function useKeptDraft<T>(key: string, values: T, isDirty: boolean): KeptDraft<T> {
  const storageKey = `draft:${key}`;
  const [kept, setKept] = useState<{ at: string; values: T } | null>(null);
  // After the form that was here before has written what it held.
  useEffect(() => setKept(read<T>(storageKey)), [storageKey]);
  const isUndecided = kept !== null;
  const current = useRef({ values, isDirty, isUndecided });
  useEffect(() => {
    current.current = { values, isDirty, isUndecided };
  });

  useEffect(() => {
    // What is offered must not be written over before it is restored or discarded.
    if (!isDirty || isUndecided) return;
    const timer = setTimeout(() => write(storageKey, values), 1000);
    return () => clearTimeout(timer);
  }, [storageKey, values, isDirty, isUndecided]);

  useEffect(() => {
    const keepNow = () => {
      if (current.current.isDirty && !current.current.isUndecided) write(storageKey, current.current.values);
    };
    window.addEventListener('pagehide', keepNow);
    return () => {
      window.removeEventListener('pagehide', keepNow);
      keepNow();
    };
  }, [storageKey]);

  const forget = () => {
    current.current = { ...current.current, isDirty: false };
    localStorage.removeItem(storageKey);
    setKept(null);
  };
  const take = () => {
    setKept(null);
    return kept?.values ?? null;
  };
  return { kept, take, forget };
}

function read<T>(key: string): { at: string; values: T } | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as { at: string; values: T } | null;
  } catch {
    return null;
  }
}

function write(key: string, values: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify({ at: new Date().toISOString(), values }));
  } catch {
    // A full or forbidden storage costs this safety net, not the form.
  }
}
