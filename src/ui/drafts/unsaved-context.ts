import { createContext, useContext, useEffect } from 'react';

/** Stores what a form holds. False when this browser cannot store it. */
export type Store = () => boolean;

export type Unsaved = {
  /** Asks about unsaved changes. They stay unsaved until the caller has left. */
  mayLeave: (how?: 'discard') => Promise<boolean>;
  /** Leaves nothing in this browser that the site has: others may use this computer. */
  mayLogOut: () => Promise<boolean>;
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

/** Guards a form while it is dirty. `store` and `remove` must keep their identity. */
export function useUnsavedGuard({ isDirty, store, remove }: { isDirty: boolean; store: Store; remove: () => void }) {
  const { mayLeave, release } = useUnsaved();
  useDirty(isDirty, store);

  /** After a save, or when the changes are discarded. */
  function finish() {
    remove();
    release();
  }

  /** Keeps the draft in this browser while another version takes its place in the form. */
  function setAside() {
    store();
    release();
  }

  return { mayDiscard: () => mayLeave('discard'), finish, setAside };
}

/** Asks before leaving while a picture is uploaded that this browser cannot keep. */
export function useUnstoredPictureGuard(isUploading: boolean): void {
  useDirty(isUploading, isNeverStored);
}

function isNeverStored(): boolean {
  return false;
}

function useDirty(isDirty: boolean, store: Store): void {
  const { dirty } = useUnsaved();
  useEffect(() => {
    if (isDirty) dirty.add(store);
    return () => void dirty.delete(store);
  }, [isDirty, store, dirty]);
}
