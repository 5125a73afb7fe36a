/** What one form holds and has not saved, and its copy in this browser. */
import { randomUuid } from '#shared/random-uuid.ts';
import { createStore } from '../create-store.ts';
import { coverId, deleteDraftPictures, saveDraftPicture } from './draft-pictures.ts';
import { findDraft, haveSameValues, lastWriteSucceeded, markEnded, writeDraft } from './draft-storage.ts';
import type { Editing } from './drafts-context.ts';

/** What the server has. `form` names it, like 'articles-7' or 'articles-new'; `version` is null for a new item. */
export type Saved<V> = { form: string; values: V; version: number | null; savedBy?: string | null | undefined };

type DraftState<V> = {
  id: string;
  key: string;
  /** The id of the draft on the site that it continues. */
  over: string | null;
  overAt: string | null;
  values: V;
  file: File | null;
  version: number | null;
  /** As the last save sent it; its answer may be lost. */
  sent: object | null;
  saved: Saved<V>;
  /** Saved or discarded: nothing of it is stored. */
  isDone: boolean;
};

type Now<V> = { readonly current: DraftState<V> };

export type FormDraft<V extends object> = ReturnType<typeof openDraft<V>>;

const storeAfterMs = 1000;

export function openDraft<V extends object>(start: Saved<V>, editing: Editing) {
  const state = createStore<DraftState<V>>({
    id: randomUuid(),
    key: randomUuid(),
    over: null,
    overAt: null,
    values: start.values,
    file: null,
    version: start.version,
    sent: null,
    saved: start,
    isDone: false,
  });
  /** Current between two renderings too, when the editor or a double click asks. */
  const now: Now<V> = {
    get current() {
      return state.get();
    },
  };
  const { store, storeSoon, storeHere, begin } = storing(now, editing);

  function set(part: Partial<DraftState<V>>) {
    state.set({ ...now.current, ...part });
  }

  function change(part: Partial<V>, file = now.current.file) {
    const { key, values, file: before } = now.current;
    set({ values: { ...values, ...part }, file });
    storeSoon();
    if (file === before) return;
    store();
    void (file ? saveDraftPicture(key, coverId, file) : deleteDraftPictures(key, coverId));
  }

  /** The value as the editor writes it. Without this, typing and undoing it looks like a change. */
  function normalise(part: Partial<V>) {
    const { values, saved } = now.current;
    const known = Object.keys(part) as (keyof V)[];
    if (known.some((name) => values[name] !== saved.values[name])) return;
    set({ values: { ...values, ...part }, saved: { ...saved, values: { ...saved.values, ...part } } });
  }

  /** After a save was answered: what differs from `saved` is what is unsaved. */
  function rebase(saved: Saved<V>) {
    set({ saved, version: saved.version, sent: null });
    store();
  }

  /** Saved or discarded: removes what is stored, on the site as well, and stores no more. */
  function remove() {
    set({ isDone: true });
    store();
    void deleteDraftPictures(now.current.key);
  }

  return { now, set, useValue: state.useValue, change, normalise, rebase, store, storeHere, remove, begin };
}

/** What was sent without an answer may be on the site: then what it was before is a change as well. */
export function isUnsaved<V extends object>({ isDone, file, values, saved, sent }: DraftState<V>): boolean {
  return !isDone && (file !== null || sent !== null || !haveSameValues(values, saved.values));
}

/** Stores it in this browser and on the site: a second after a change, and whenever the page is hidden or left. */
function storing<V extends object>(now: Now<V>, { owner, sync }: Editing) {
  /** As it was written last. */
  let written: DraftState<V> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Nothing where nothing has changed since: what was removed in between stays removed. */
  function write() {
    const { id, key, over, overAt, values, file, version, sent, saved } = now.current;
    const { form } = saved;
    const isClean = !isUnsaved(now.current);
    // Another draft has been restored: what stood here before stays as one of its own.
    if (written?.id !== id) written = null;
    if (written && (isClean || written.saved.form !== form)) {
      markEnded(owner, { form: written.saved.form, id });
      written = null;
    }
    if (isClean || (written === now.current && lastWriteSucceeded(owner, { form, id }))) return;
    const before = findDraft(owner, { form, id });
    const isSameFile = written?.file === file;
    const isSameText = isSameFile && written?.version === version && haveSameValues(written.values, values);
    writeDraft(owner, {
      ...(before ?? { over, overAt }),
      form,
      id,
      key,
      values,
      version,
      sent,
      picture: file?.name ?? null,
      at: (isSameText && before?.at) || timeAfter(before?.at),
      sentAt: (isSameText && before?.sentAt) || null,
      pictureUrl: (isSameFile && before?.pictureUrl) || null,
    });
    written = now.current;
  }

  /** False when this browser has not stored it: it cannot, or another tab has removed it. */
  function store(): boolean {
    clearTimeout(timer);
    timer = undefined;
    write();
    sync.stored();
    if (!written) return true;
    const place = { form: written.saved.form, id: written.id };
    return lastWriteSucceeded(owner, place) && findDraft(owner, place) !== null;
  }

  function storeSoon() {
    timer ??= setTimeout(store, storeAfterMs);
  }

  /** Before a save, which may end it at once: the site gets it a second later, so that it is not sent behind the save. */
  function storeHere() {
    write();
    clearTimeout(timer);
    timer = setTimeout(store, storeAfterMs);
  }

  function begin() {
    const end = new AbortController();
    const { signal } = end;
    window.addEventListener('pagehide', store, { signal });
    document.addEventListener('visibilitychange', store, { signal });
    return () => {
      end.abort();
      store();
    };
  }

  return { store, storeSoon, storeHere, begin };
}

/** Another content has another time, however coarse the browser's clock is. */
function timeAfter(before = ''): string {
  const now = new Date().toISOString();
  return now > before ? now : new Date(Date.parse(before) + 1).toISOString();
}
