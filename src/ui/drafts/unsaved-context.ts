import { createContext, useContext, useEffect } from 'react';

/** Stores what a form holds. False when this browser cannot store it. */
export type Store = () => boolean;

export type Unsaved = {
  /** Asks about unsaved changes. They stay unsaved until the caller has left. */
  mayLeave: (how?: 'discard') => Promise<boolean>;
  /** Asks like `mayLeave`. Then leaves nothing in this browser that the site has: others may use this computer. */
  prepareLogOut: () => Promise<boolean>;
  /** The next navigation asks nothing. */
  release: () => void;
  /** The forms with unsaved changes. */
  dirty: Set<Store>;
};

/** The state of a navigation that leaves the form as it is. */
export const staying = { isStaying: true } as const;

export const UnsavedContext = createContext<Unsaved | null>(null);

export function useUnsaved(): Unsaved {
  const unsaved = useContext(UnsavedContext);
  if (!unsaved) throw new Error('There is no UnsavedGuard around this form');
  return unsaved;
}

/** Asks before leaving while something is under way that this browser cannot keep. */
export function useUnstoredGuard(isUnderWay: boolean): void {
  useDirty(isUnderWay, isNeverStored);
}

function isNeverStored(): boolean {
  return false;
}

/** Asks before leaving. `store` must keep its identity. */
export function useDirty(isDirty: boolean, store: Store): void {
  const { dirty } = useUnsaved();
  useEffect(() => {
    if (isDirty) dirty.add(store);
    return () => void dirty.delete(store);
  }, [isDirty, store, dirty]);
}
