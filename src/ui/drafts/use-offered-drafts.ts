import { useEffect, useState } from 'react';
import { coverId, findDraftPictures } from './draft-pictures.ts';
import { isSame, readDrafts, removeDraft, type StoredDraft, writeDraft } from './draft-storage.ts';
import { useEditing } from './editing-context.ts';
import type { DraftContent } from './use-draft-content.ts';
import type { DraftStore } from './use-draft-store.ts';

/** What earlier visits left unsaved of the same form; one of them can take the place of what is in the form. */
export function useOfferedDrafts<V extends object>({ state, now, set }: DraftContent<V>, { store, adopt }: DraftStore) {
  const { owner } = useEditing();
  const { form, version, savedBy = null } = state.saved;
  const [offered, setOffered] = useState<StoredDraft<V>[]>([]);
  const [lostPicture, setLostPicture] = useState<string | null>(null);

  useEffect(() => {
    const { id, saved } = now.current;
    const others = readDrafts<V>({ owner, form }).filter((draft) => draft.id !== id);
    setOffered(others.filter(({ values, picture }) => picture !== null || !isSame(values, saved.values)));
  }, [owner, form, now]);

  /** What is in the form by now becomes a draft of its own. */
  async function restore(draft: StoredDraft<V>) {
    store();
    const pictures = draft.picture === null ? [] : await findDraftPictures(draft.id);
    const file = pictures.find(({ id }) => id === coverId)?.file ?? null;
    const values = { ...now.current.saved.values, ...draft.values };
    adopt(draft.id);
    set({ id: draft.id, values, file, version: draft.version, wasSent: draft.wasSent });
    setLostPicture(draft.picture !== null && !file ? draft.picture : null);
    setOffered(readDrafts<V>({ owner, form }).filter(({ id }) => id !== draft.id));
  }

  /** Answers how to undo it; its picture goes with the next sweep. */
  function discard(draft: StoredDraft<V>): () => void {
    removeDraft({ owner, form }, draft.id);
    setOffered((all) => all.filter(({ id }) => id !== draft.id));
    return () => {
      writeDraft({ owner, form }, draft);
      setOffered((all) => [draft, ...all]);
    };
  }

  return { offered, restore, discard, lostPicture, version, savedBy };
}
