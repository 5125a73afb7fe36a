import { flushSync } from 'react-dom';
import { coverId, deleteDraftPicture, saveDraftPicture } from './draft-pictures.ts';
import { typedOnTop } from './save-once.ts';
import { isUnsaved, type Saved, useDraftContent } from './use-draft-content.ts';
import { useDraftStore } from './use-draft-store.ts';
import { useOfferedDrafts } from './use-offered-drafts.ts';

export type Draft<V extends object> = ReturnType<typeof useDraft<V>>;

/**
 * The content of one form, stored in this browser and on the site until it is saved, and offered again (E2). Give the form of another item
 * another React `key`. Every form has its own draft, so that none overwrites another.
 */
export function useDraft<V extends object>(start: Saved<V>) {
  const content = useDraftContent(start);
  const { state, now, set } = content;
  const draftStore = useDraftStore(content);
  const { store, storeSoon, remove, forget } = draftStore;
  const offers = useOfferedDrafts(content, draftStore);

  function change(part: Partial<V>, file = now.current.file) {
    const isOtherFile = file !== now.current.file;
    set({ values: { ...now.current.values, ...part }, file });
    storeSoon();
    if (!isOtherFile) return;
    store();
    const { id } = now.current;
    void (file ? saveDraftPicture(id, { id: coverId, file, url: null }) : deleteDraftPicture(id, coverId));
  }

  /** The value as the editor writes it. Without this, typing and undoing it looks like a change. */
  function normalise(part: Partial<V>) {
    const { values, saved } = now.current;
    const known = Object.keys(part) as (keyof V)[];
    if (known.some((name) => values[name] !== saved.values[name])) return;
    set({ values: { ...values, ...part }, saved: { ...saved, values: { ...saved.values, ...part } } });
  }

  /** After a save was answered: what differs from `saved` is what is unsaved. */
  function rebase(saved: Saved<V>, file = now.current.file) {
    set({ saved, file, version: saved.version, sent: null, saves: [] });
    store();
  }

  /**
   * As `rebase`, after a save that was merged with somebody else's: `stored` is what the site has. Where they have changed what was typed
   * since, the form stays on the version before, and the next save asks.
   */
  function rebaseMerged(stored: Saved<V>, sent: V, file = now.current.file) {
    const { values: typed, version } = now.current;
    const isPictureTheirs = file !== null && pictureIn(stored.values) !== pictureIn(sent);
    const both = isPictureTheirs ? null : typedOnTop({ sent, typed, stored: stored.values });
    if (both) keepingCaret(() => set({ values: both.values }));
    rebase(both ? { ...stored, values: both.saved } : { ...stored, values: sent, version }, file);
  }

  const { values, file, version } = state;
  const isDirty = isUnsaved(state);
  const { id } = state;
  const kept = { id, isDirty, isNew: state.saved.version === null };
  return {
    ...{ values, file, version, isDirty, kept, now, set, offers },
    ...{ change, normalise, rebase, rebaseMerged, store, remove, forget },
  };
}

function pictureIn(values: { imageUrl?: unknown }): unknown {
  return values.imageUrl;
}

/** A browser moves the caret of a field to its end when the text is set. */
function keepingCaret(change: () => void): void {
  const field = document.activeElement;
  const isText = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === 'text');
  if (!isText) return flushSync(change);
  const { value: before, selectionStart, selectionEnd } = field;
  flushSync(change);
  const { value: after } = field;
  if (after === before) return;
  const moved = (at: number) =>
    after.startsWith(before.slice(0, at)) ? at : Math.max(0, after.length - before.length + at);
  field.setSelectionRange(moved(selectionStart ?? 0), moved(selectionEnd ?? 0));
}
