import { useCallback, useEffect, useRef } from 'react';
import { deleteDraftPictures } from './draft-pictures.ts';
import { findDraft, isSame, removeDraft, type StoredDraft, watchRemoval, writeDraft } from './draft-storage.ts';
import { useEditing } from './editing-context.ts';
import { type DraftContent, isUnsaved } from './use-draft-content.ts';

const storeAfterMs = 1000;

export type DraftStore = ReturnType<typeof useDraftStore>;

/** Stores a form's content in this browser and on the site: a second after a change, and whenever the page is hidden or left. */
export function useDraftStore<V extends object>({ now, set }: DraftContent<V>) {
  const { owner, sync } = useEditing();
  const { isStored, writeHere, removeHere } = useDraftWriter(now);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const write = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    return writeHere();
  }, [writeHere]);

  /** False when this browser cannot store it. */
  const store = useCallback((): boolean => {
    const draft = write();
    if (draft && !draft.isSent) sync.stored(now.current.saved.form, draft, isStored.current);
    return !draft || isStored.current;
  }, [write, isStored, sync, now]);

  const storeSoon = useCallback(() => {
    timer.current ??= setTimeout(store, storeAfterMs);
  }, [store]);

  /** Before a save, which may end it at once: the site gets it later. */
  const storeHere = useCallback(() => {
    write();
    storeSoon();
  }, [write, storeSoon]);

  /** Saved or discarded: removes what is stored, on the site as well, and stores no more. */
  const remove = useCallback(() => {
    set({ isDone: true });
    store();
    void deleteDraftPictures(now.current.key);
  }, [set, store, now]);

  /** Stores no more of what was removed because the site has it. What was typed since then is stored a moment later. */
  const forget = useCallback(() => {
    const { id, key, saved } = now.current;
    if (timer.current !== undefined || findDraft({ owner, form: saved.form }, id)) return;
    set({ isDone: true });
    removeHere();
    void deleteDraftPictures(key);
  }, [owner, removeHere, set, now]);

  useEffect(() => watchRemoval(owner, forget), [owner, forget]);
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

  return { store, storeSoon, storeHere, remove, forget };
}

/** Writes a form's content into this browser, and removes what it wrote where nothing is unsaved any more. */
function useDraftWriter<V extends object>(now: DraftContent<V>['now']) {
  const { owner, sync } = useEditing();
  const stored = useRef<{ form: string; id: string } | null>(null);
  const lastFile = useRef<File | null>(null);
  const isStored = useRef(true);

  const writeHere = useCallback((): StoredDraft<object> | null => {
    const { id, key, over, values, file, version, sent, saved } = now.current;
    const isClean = !isUnsaved(now.current);
    const last = stored.current;
    if (last && (isClean || last.form !== saved.form)) {
      removeDraft({ owner, form: last.form }, last.id);
      sync.remove(last.form, last.id);
      stored.current = null;
    }
    if (isClean) return null;
    const place = { owner, form: saved.form };
    const before = findDraft(place, id);
    const content = { values, version, picture: file?.name ?? null };
    const isSameFile = lastFile.current === file;
    const isKnown = before && isSameFile && isSame(content, contentOf(before));
    const { at, isSent } = isKnown ? before : { at: new Date().toISOString(), isSent: false };
    const pictureUrl = isSameFile ? before?.pictureUrl : null;
    const draft = {
      ...content,
      sent,
      id,
      key,
      at,
      isSent: isSent ?? false,
      pictureUrl: pictureUrl ?? null,
      over: before ? (before.over ?? null) : over,
    };
    isStored.current = writeDraft(place, draft);
    lastFile.current = file;
    stored.current = { form: saved.form, id };
    return draft;
  }, [owner, sync, now]);

  const removeHere = useCallback(() => {
    const last = stored.current;
    stored.current = null;
    if (last) removeDraft({ owner, form: last.form }, last.id);
  }, [owner]);

  return { isStored, writeHere, removeHere };
}

function contentOf({ values, version, picture }: StoredDraft<object>) {
  return { values, version, picture };
}
