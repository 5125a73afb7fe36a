import { coverId, deleteDraftPicture, saveDraftPicture } from './draft-pictures.ts';
import { isUnsaved, type Saved, useDraftContent } from './use-draft-content.ts';
import { useDraftStore } from './use-draft-store.ts';
import { useOfferedDrafts } from './use-offered-drafts.ts';

export type Draft<V extends object> = ReturnType<typeof useDraft<V>>;

/**
 * The content of one form, stored in this browser and on the site until it is saved, and offered again (E2). Give the form of another item
 * another React `key`.
 */
export function useDraft<V extends object>(start: Saved<V>) {
  const content = useDraftContent(start);
  const { state, now, set } = content;
  const draftStore = useDraftStore(content);
  const { store, storeSoon, storeHere, remove, forget } = draftStore;
  const offers = useOfferedDrafts(content, draftStore);

  function change(part: Partial<V>, file = now.current.file) {
    const isOtherFile = file !== now.current.file;
    set({ values: { ...now.current.values, ...part }, file });
    storeSoon();
    if (!isOtherFile) return;
    store();
    const { key } = now.current;
    void (file ? saveDraftPicture(key, coverId, file) : deleteDraftPicture(key, coverId));
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
    set({ saved, file, version: saved.version, sent: null });
    store();
  }

  const { values, file, version } = state;
  const isDirty = isUnsaved(state);
  const kept = { id: state.id, isDirty, isNew: state.saved.version === null };
  return {
    ...{ values, file, version, isDirty, kept, now, set, offers },
    ...{ change, normalise, rebase, store, storeHere, remove, forget },
  };
}
