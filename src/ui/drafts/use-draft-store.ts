import { useCallback, useEffect, useRef } from 'react';
import { deleteDraftPictures } from './draft-pictures.ts';
import { mostStamps, removeDraft, type StoredDraft, watchRemoval, writeDraft } from './draft-storage.ts';
import { useEditing } from './editing-context.ts';
import { type DraftContent, isUnsaved } from './use-draft-content.ts';

const storeEveryMs = 2000;

export type DraftStore = ReturnType<typeof useDraftStore>;

/** Stores a form's content in this browser and on the site: within 2 seconds of a change, and whenever the page is hidden or left. */
export function useDraftStore<V extends object>({ now, set }: DraftContent<V>) {
  const { owner, keeper } = useEditing();
  const stored = useRef<{ form: string; id: string } | null>(null);
  const adopted = useRef<{ id: string; at: string } | null>(null);
  const stamps = useRef<string[]>([]);
  const content = useRef<{ text: string; file: File | null; at: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const onMoved = useCallback(
    (from: string, to: StoredDraft<object>) => {
      if (now.current.id !== from) return;
      stored.current = { form: now.current.saved.form, id: to.id };
      stamps.current = to.stamps ?? [];
      set({ id: to.id });
    },
    [now, set],
  );

  /** False when this browser cannot store it. */
  const store = useCallback((): boolean => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { id, values, file, version, sent, saves, saved } = now.current;
    const last = stored.current;
    if (last && (last.form !== saved.form || last.id !== id || !isUnsaved(now.current))) {
      removeDraft({ owner, form: last.form }, last.id);
      if (!isUnsaved(now.current)) keeper.remove(last.id);
      stored.current = null;
    }
    if (!isUnsaved(now.current)) return true;
    // The same content keeps its stamp: the site may have it without this browser's knowing.
    const text = JSON.stringify([saved.form, id, version, values]);
    const before = content.current;
    const at = before?.text === text && before.file === file ? before.at : new Date().toISOString();
    content.current = { text, file, at };
    // Another tab may have sent it since the list was asked for.
    const adoptedAt = adopted.current?.id === id ? adopted.current.at : null;
    const known = keeper.stateOf(id)?.at ?? adoptedAt;
    const kept = known === null ? null : { at: known };
    if (stamps.current.at(-1) !== at) stamps.current = [...stamps.current, at].slice(-mostStamps);
    const more = { sent, saves, kept, isAhead: true, stamps: stamps.current };
    const draft = { id, at, values, version, picture: file?.name ?? null, ...more };
    const isStored = writeDraft({ owner, form: saved.form }, draft);
    stored.current = { form: saved.form, id };
    keeper.keep(saved.form, draft, { file, isStored, onMoved });
    return isStored;
  }, [owner, keeper, now, onMoved]);

  const storeSoon = useCallback(() => {
    timer.current ??= setTimeout(store, storeEveryMs);
  }, [store]);

  /** Saved or discarded: removes what is stored, on the site as well, and stores no more. */
  const remove = useCallback(() => {
    set({ isDone: true });
    store();
    void deleteDraftPictures(now.current.id);
  }, [set, store, now]);

  /** Removes what this browser has. The site's copy is there for other devices. */
  const forget = useCallback(() => {
    clearTimeout(timer.current);
    set({ isDone: true });
    const last = stored.current;
    stored.current = null;
    if (last) removeDraft({ owner, form: last.form }, last.id);
    void deleteDraftPictures(now.current.id);
  }, [owner, set, now]);

  useEffect(() => watchRemoval(owner, forget), [owner, forget]);
  useEffect(() => {
    // Nothing may be sent later.
    const storeAndSend = () => {
      store();
      void keeper.flush();
    };
    const storeWhenHidden = () => document.visibilityState === 'hidden' && storeAndSend();
    window.addEventListener('pagehide', storeAndSend);
    document.addEventListener('visibilitychange', storeWhenHidden);
    return () => {
      window.removeEventListener('pagehide', storeAndSend);
      document.removeEventListener('visibilitychange', storeWhenHidden);
      store();
    };
  }, [store, keeper]);

  /** The form holds this stored draft from now on. */
  function adopt({ id, at, stamps: before = [] }: { id: string; at: string; stamps?: string[] }) {
    adopted.current = { id, at };
    stamps.current = before;
    stored.current = { form: now.current.saved.form, id };
  }

  return { store, storeSoon, adopt, remove, forget };
}
