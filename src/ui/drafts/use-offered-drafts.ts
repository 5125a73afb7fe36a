import { useEffect, useState } from 'react';
import { coverId, findDraftPictures } from './draft-pictures.ts';
import { isSame, readDrafts, removeDraft, type StoredDraft, writeDraft } from './draft-storage.ts';
import { useEditing } from './editing-context.ts';
import type { DraftContent } from './use-draft-content.ts';
import type { DraftStore } from './use-draft-store.ts';

/** The unsaved drafts of earlier visits to the same form. */
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

  /** The draft replaces the form's content, which becomes a draft of its own. */
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

  /** Answers a function that undoes it. The next sweep deletes its picture. */
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
