import { useCallback, useEffect, useRef } from 'react';
import { deleteDraftPictures } from './draft-pictures.ts';
import { removeDraft, watchRemoval, writeDraft } from './draft-storage.ts';
import { useEditing } from './editing-context.ts';
import { type DraftContent, isUnsaved } from './use-draft-content.ts';

const storeEveryMs = 2000;

export type DraftStore = ReturnType<typeof useDraftStore>;

/** Stores a form's content in this browser: within 2 seconds of a change, and whenever the page is hidden or left. */
export function useDraftStore<V extends object>({ now, set }: DraftContent<V>) {
  const { owner } = useEditing();
  const stored = useRef<{ form: string; id: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** False when this browser cannot store it. */
  const store = useCallback((): boolean => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { id, values, file, version, wasSent, saved } = now.current;
    const last = stored.current;
    if (last && (last.form !== saved.form || last.id !== id || !isUnsaved(now.current))) {
      removeDraft({ owner, form: last.form }, last.id);
      stored.current = null;
    }
    if (!isUnsaved(now.current)) return true;
    const at = new Date().toISOString();
    const draft = { id, at, values, version, picture: file?.name ?? null, wasSent };
    const isStored = writeDraft({ owner, form: saved.form }, draft);
    if (isStored) stored.current = { form: saved.form, id };
    return isStored;
  }, [owner, now]);

  const storeSoon = useCallback(() => {
    timer.current ??= setTimeout(store, storeEveryMs);
  }, [store]);

  /** Removes what is stored and stores no more. */
  const remove = useCallback(() => {
    set({ isDone: true });
    store();
    void deleteDraftPictures(now.current.id);
  }, [set, store, now]);

  useEffect(() => watchRemoval(owner, remove), [owner, remove]);
  useEffect(() => {
    const storeWhenHidden = () => document.visibilityState === 'hidden' && store();
    window.addEventListener('pagehide', store);
    document.addEventListener('visibilitychange', storeWhenHidden);
    return () => {
      window.removeEventListener('pagehide', store);
      document.removeEventListener('visibilitychange', storeWhenHidden);
      store();
    };
  }, [store]);

  /** The form holds the stored draft `id` from now on. */
  function adopt(id: string) {
    stored.current = { form: now.current.saved.form, id };
  }

  return { store, storeSoon, adopt, remove };
}
