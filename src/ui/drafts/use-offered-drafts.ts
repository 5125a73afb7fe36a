import { useEffect, useState, useSyncExternalStore } from 'react';
import { findChosenPicture } from './draft-pictures.ts';
import { isSame, readDrafts, removeDraft, type StoredDraft, watchDrafts, writeDraft } from './draft-storage.ts';
import { useEditing } from './editing-context.ts';
import { mergedOffers, type OfferedDraft } from './offers.ts';
import type { DraftContent } from './use-draft-content.ts';
import type { DraftStore } from './use-draft-store.ts';

/** The unsaved drafts of earlier visits to the same form, on this device and on others. */
export function useOfferedDrafts<V extends object>({ state, now, set }: DraftContent<V>, { store, adopt }: DraftStore) {
  const { owner, keeper } = useEditing();
  const { form, version, savedBy = null } = state.saved;
  const [offered, setOffered] = useState<OfferedDraft<V>[]>([]);
  const [lostPicture, setLostPicture] = useState<string | null>(null);
  const known = useSyncExternalStore(keeper.watch, keeper.list);
  const [round, setRound] = useState(0);

  useEffect(() => keeper.refresh(), [keeper, form]);
  useEffect(() => {
    const { id, saved } = now.current;
    const stored = readDrafts<V>({ owner, form }).filter((draft) => draft.id !== id);
    const copies = known?.copies.filter((copy) => copy.form === form && copy.id !== id);
    const different = (draft: OfferedDraft<V>) =>
      !draft.stored || draft.stored.picture !== null || !isSame(draft.stored.values, saved.values);
    setOffered(mergedOffers(stored, known && { ...known, copies: copies ?? [] }).filter(different));
  }, [owner, form, now, known, round]);
  useEffect(() => {
    const isOffered = (id: string) => offered.some((draft) => draft.id === id);
    return watchDrafts({ owner, form }, (id, isThere) => {
      if (!isThere) setOffered((before) => before.filter((draft) => draft.id !== id));
      else if (isOffered(id)) setRound((before) => before + 1);
    });
  }, [owner, form, offered]);

  /**
   * As it is now: another tab may have stored more words of it since it was offered.
   * @throws when only the site has it, and does not answer
   */
  async function open(offer: OfferedDraft<V>): Promise<StoredDraft<V>> {
    if (!offer.stored) return (await keeper.read(offer.id)) as StoredDraft<V>;
    return readDrafts<V>({ owner, form }).find(({ id }) => id === offer.id) ?? offer.stored;
  }

  /** The draft replaces the form's content, which becomes a draft of its own. */
  async function restore(draft: StoredDraft<V>) {
    store();
    const file = await findChosenPicture(draft);
    const values = { ...now.current.saved.values, ...draft.values };
    adopt(draft);
    set({ id: draft.id, values, file, version: draft.version, sent: draft.sent ?? null, saves: draft.saves ?? [] });
    setLostPicture(draft.picture !== null && !file ? draft.picture : null);
    store();
    setRound((before) => before + 1);
  }

  /** On every device. Answers a function that undoes it. The next sweep deletes its picture. */
  async function discard(offer: OfferedDraft<V>): Promise<() => void> {
    const draft = await open(offer);
    const file = await findChosenPicture(draft);
    removeDraft({ owner, form }, draft.id);
    keeper.remove(draft.id);
    setRound((before) => before + 1);
    return () => {
      const isStored = writeDraft({ owner, form }, { ...draft, kept: null });
      keeper.keep(form, draft, { file, isStored });
      setRound((before) => before + 1);
    };
  }

  return { offered, open, restore, discard, lostPicture, version, savedBy };
}
