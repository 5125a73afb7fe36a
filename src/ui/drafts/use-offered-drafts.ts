import { useEffect, useState, useSyncExternalStore } from 'react';
import { whenLoaded } from '#ui/loaded.ts';
import { coverId, findDraftPicture } from './draft-pictures.ts';
import { newKey, readDrafts, removeDraft, type StoredDraft, watchDrafts, writeDraft } from './draft-storage.ts';
import { type Editing, type SiteDrafts, useEditing } from './editing-context.ts';
import { isNothingNew, sortedHere, valuesIn } from './offers.ts';
import { type DraftContent, isUnsaved } from './use-draft-content.ts';
import type { DraftStore } from './use-draft-store.ts';

/** The unsaved drafts of earlier visits to the same form, on this device and on others. */
export function useOfferedDrafts<V extends object>({ state, now, set }: DraftContent<V>, { store }: DraftStore) {
  const editing = useEditing();
  const { owner, username, sync } = editing;
  const { form, version, savedBy = null } = state.saved;
  const place = { owner, form };
  const known = useSyncExternalStore(sync.watch, sync.list);
  // Those of this browser at once: the form does not move.
  const [offered, setOffered] = useState(
    () => sortedHere<V>({ form, here: readDrafts<V>(place), known, saved: state.saved, username }).open,
  );
  const [round, setRound] = useState(0);
  const again = () => setRound((before) => before + 1);
  const { restore, lostPicture } = useRestoring({ state, now, set }, store, again);

  useEffect(() => void sync.refresh(), [sync, form]);
  useEffect(
    () => whenLoaded(findOffered({ now, editing, form, known }), setOffered),
    [editing, form, now, known, round],
  );
  useEffect(
    () =>
      watchDrafts({ owner, form }, (_id, isThere) => {
        if (isThere) setRound((before) => before + 1);
        else void sync.refresh().then(() => setRound((before) => before + 1));
      }),
    [owner, form, sync],
  );

  /** As it is now: another tab or device may have stored more words of it since it was offered. */
  async function open(offer: StoredDraft<V>): Promise<StoredDraft<V>> {
    const { id } = offer;
    const here = readDrafts<V>(place).find((draft) => draft.id === id);
    if (here) return here;
    const there = (await sync.read(form)) as StoredDraft<V> | null;
    return there?.id === id ? there : offer;
  }

  /** On every device. Answers a function that undoes it. The next sweep deletes its picture. */
  async function discard(draft: StoredDraft<V>): Promise<() => void> {
    const last = await open(draft);
    removeDraft(place, last.id);
    sync.remove(form, last.id);
    again();
    return () => {
      const back = { ...last, over: null, isSent: false };
      sync.stored(form, back, writeDraft(place, back));
      again();
    };
  }

  return { offered, open, restore, discard, lostPicture, version, savedBy };
}

/** A draft replaces the form's content, which stays as a draft of its own. */
function useRestoring<V extends object>(
  { state, now, set }: DraftContent<V>,
  store: DraftStore['store'],
  onRestored: () => void,
) {
  const { owner, username, sync } = useEditing();
  const { form } = state.saved;
  const place = { owner, form };
  const [lostPicture, setLostPicture] = useState<string | null>(null);

  async function restore(draft: StoredDraft<V>) {
    // One that is uploaded stands in the draft under its address.
    const isChosen = draft.picture !== null && !draft.pictureUrl;
    const file = isChosen ? await findDraftPicture(draft.key, coverId) : null;
    store();
    const before = now.current;
    const mine = readDrafts<V>(place).find(({ id }) => id === before.id);
    const there = sync.list()?.drafts.find((one) => one.form === form)?.id;
    // The site has one: what stood in the form stays in this browser.
    if (mine && isUnsaved(before)) writeDraft(place, { ...mine, isSent: false });
    const values = valuesIn(draft, before.saved.values);
    const over = there === before.id ? before.id : draft.id;
    const { key, version, sent = null } = draft;
    set({ id: newKey(), key, over, values, file, version, sent });
    setLostPicture(isChosen && !file ? draft.picture : null);
    store();
    removeDraft(place, draft.id);
    const here = readDrafts<V>(place).filter(({ id }) => id !== now.current.id);
    const { over: ended } = sortedHere({ form, here, known: sync.list(), saved: before.saved, username });
    for (const { id } of ended) removeDraft(place, id);
    onRestored();
  }

  return { restore, lostPicture };
}

type Asked<V extends object> = Pick<DraftContent<V>, 'now'> & {
  editing: Editing;
  form: string;
  known: SiteDrafts | null;
};

async function findOffered<V extends object>({ now, editing, form, known }: Asked<V>): Promise<StoredDraft<V>[]> {
  const { owner, username, sync } = editing;
  const { id, saved } = now.current;
  const here = readDrafts<V>({ owner, form }).filter((draft) => draft.id !== id);
  const there = known?.drafts.find((one) => one.form === form);
  const { open, over } = sortedHere({ form, here, known, saved, username });
  for (const draft of over.filter((one) => !there || isNothingNew(one, saved.values))) {
    removeDraft({ owner, form }, draft.id);
    sync.remove(form, draft.id);
  }
  const isHere = here.some((draft) => draft.id === there?.id);
  if (!there || isHere || [id, now.current.over].includes(there.id)) return open;
  const onSite = (await sync.read(form).catch(() => null)) as StoredDraft<V> | null;
  if (!onSite || onSite.id === now.current.id) return open;
  if (!isNothingNew(onSite, saved.values)) return [onSite, ...open];
  // Another device has saved the same: it would keep away what is typed from now on.
  sync.remove(form, onSite.id);
  return open;
}
