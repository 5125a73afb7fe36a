import { useCallback, useEffect, useRef, useState } from 'react';
import { coverId, findPictures, forgetPicture, forgetPictures, keepPicture } from './draft-pictures.ts';
import { type Draft, isSame, newKey, readDrafts, removeDraft, watchRemoval, writeDraft } from './draft-storage.ts';
import { useEditing } from './editing-context.ts';
import type { Sending } from './save-once.ts';
import { useDirty, useUnsaved } from './unsaved-guard.tsx';

/** How often what is typed is kept in this browser; in milliseconds. */
const keepEvery = 2000;

/** `form` names what is written, like 'articles-7' or 'articles-new'; `version` is null for a new item. */
type Saved<V> = { form: string; values: V; version: number | null; savedBy?: string | null | undefined };

type State<V> = {
  id: string;
  values: V;
  file: File | null;
  version: number | null;
  wasSent: boolean;
  saved: Saved<V>;
  isDone: boolean;
};

/**
 * The content of one form: guarded against leaving, kept in this browser until it is saved, and offered again (E2).
 * Another item needs another `key`. Every form begun has a draft of its own, so that none writes over another.
 */
export function useDraft<V extends object>(start: Saved<V>) {
  const { owner, resolveConflict } = useEditing();
  const { release } = useUnsaved();
  const [state, setState] = useState<State<V>>(() => ({
    id: newKey(),
    values: start.values,
    file: null,
    version: start.version,
    wasSent: false,
    saved: start,
    isDone: false,
  }));
  // The editor and a second click call in between two renderings.
  const now = useRef(state);
  const kept = useRef<{ form: string; id: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [offered, setOffered] = useState<Draft<V>[]>([]);
  const [lostPicture, setLostPicture] = useState<string | null>(null);
  const isDirty = isUnsaved(state);

  const set = useCallback((part: Partial<State<V>>) => {
    now.current = { ...now.current, ...part };
    setState(now.current);
  }, []);

  /** False when this browser cannot. */
  const keep = useCallback((): boolean => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { id, values, file, version, wasSent, saved } = now.current;
    const last = kept.current;
    if (last && (last.form !== saved.form || last.id !== id || !isUnsaved(now.current))) {
      removeDraft({ owner, form: last.form }, last.id);
      kept.current = null;
    }
    if (!isUnsaved(now.current)) return true;
    const at = new Date().toISOString();
    const draft = { id, at, values, version, picture: file?.name ?? null, wasSent };
    const isKept = writeDraft({ owner, form: saved.form }, draft);
    if (isKept) kept.current = { form: saved.form, id };
    return isKept;
  }, [owner]);
  /** Nothing of it is kept from now on. */
  const giveUp = useCallback(() => {
    set({ isDone: true });
    keep();
    void forgetPictures(now.current.id);
  }, [set, keep]);
  useDirty(isDirty, { keep, giveUp });
  useEffect(() => watchRemoval(owner, giveUp), [owner, giveUp]);

  const { form } = state.saved;
  useEffect(() => {
    const { id, saved } = now.current;
    const others = readDrafts<V>({ owner, form }).filter((draft) => draft.id !== id);
    setOffered(others.filter(({ values, picture }) => picture !== null || !isSame(values, saved.values)));
  }, [owner, form]);

  useEffect(() => {
    const keepWhenHidden = () => document.visibilityState === 'hidden' && keep();
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keepWhenHidden);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keepWhenHidden);
      keep();
    };
  }, [keep]);

  function change(part: Partial<V>, file = now.current.file) {
    const isOtherFile = file !== now.current.file;
    set({ values: { ...now.current.values, ...part }, file });
    timer.current ??= setTimeout(keep, keepEvery);
    if (!isOtherFile) return;
    keep();
    const { id } = now.current;
    void (file ? keepPicture(id, { id: coverId, file, url: null }) : forgetPicture(id, coverId));
  }

  /** How the editor writes what it was given: without this, typing and undoing it would look like a change. */
  function normalise(part: Partial<V>) {
    const { values, saved } = now.current;
    const known = Object.keys(part) as (keyof V)[];
    if (known.some((name) => values[name] !== saved.values[name])) return;
    set({ values: { ...values, ...part }, saved: { ...saved, values: { ...saved.values, ...part } } });
  }

  /** What is in the form by now becomes a draft of its own. */
  async function restore(draft: Draft<V>) {
    keep();
    const pictures = draft.picture === null ? [] : await findPictures(draft.id);
    const file = pictures.find(({ id }) => id === coverId)?.file ?? null;
    const values = { ...now.current.saved.values, ...draft.values };
    kept.current = { form: now.current.saved.form, id: draft.id };
    set({ id: draft.id, values, file, version: draft.version, wasSent: draft.wasSent });
    setLostPicture(draft.picture !== null && !file ? draft.picture : null);
    setOffered(readDrafts<V>({ owner, form }).filter(({ id }) => id !== draft.id));
  }

  /** Answers how to undo it; its picture goes with the next sweep. */
  function discard(draft: Draft<V>): () => void {
    removeDraft({ owner, form }, draft.id);
    setOffered((all) => all.filter(({ id }) => id !== draft.id));
    return () => {
      writeDraft({ owner, form }, draft);
      setOffered((all) => [draft, ...all]);
    };
  }

  /** Part of it is saved: the rest is now a change to that. */
  function rebase(saved: Saved<V>, file = now.current.file) {
    set({ saved, file, version: saved.version });
    keep();
  }

  /** Saved, or given up: nothing of it is kept. */
  function finish() {
    giveUp();
    release();
  }

  /** Kept in this browser while another version takes its place in the form. */
  function putAside() {
    keep();
    release();
  }

  /** Before a save is sent; `wasSent` is noted first, so that even a reload in between creates nothing twice. */
  function sending(mine: () => object): Sending {
    const { id: key, version, wasSent } = now.current;
    set({ wasSent: true });
    keep();
    return {
      key,
      version,
      wasSent,
      resolveConflict: (conflict, id) => resolveConflict(nameOf(form, id), conflict, mine()),
    };
  }

  /** After a plain refusal, nothing was created under this key. */
  function notStored() {
    set({ wasSent: false });
  }

  const { values, file, version, saved } = state;
  const drafts = { offered, restore, discard, lostPicture, version: saved.version, savedBy: saved.savedBy ?? null };
  return {
    values,
    file,
    version,
    isDirty,
    drafts,
    now,
    change,
    keep,
    normalise,
    rebase,
    finish,
    putAside,
    sending,
    notStored,
  };
}

function isUnsaved<V extends object>({ isDone, file, values, saved }: State<V>): boolean {
  return !isDone && (file !== null || !isSame(values, saved.values));
}

/** 'articles-new' and 7 are 'articles-7'. */
function nameOf(form: string, id: number): string {
  return form.replace(/-new$/, `-${id}`);
}
