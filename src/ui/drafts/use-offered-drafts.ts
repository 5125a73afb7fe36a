import { useEffect, useReducer, useState, useSyncExternalStore } from 'react';
import { randomUuid } from '#shared/random-uuid.ts';
import { loadInEffect } from '#ui/loaded.ts';
import { coverId, findDraftPicture } from './draft-pictures.ts';
import {
  findDraft,
  listStoredDrafts,
  markEnded,
  mayReplaceSiteDraft,
  removeDraft,
  type StoredDraft,
  watchDrafts,
  writeDraft,
} from './draft-storage.ts';
import { type Editing, type SiteDrafts, useDraftsContext } from './drafts-context.ts';
import type { FormDraft, Saved } from './form-draft.ts';
import { restoredValues, splitOpenAndOutdated } from './restorable-drafts.ts';

/** The unsaved drafts of earlier visits to the same form, on this device and on others. */
export function useOfferedDrafts<V extends object>({ now, set, store }: FormDraft<V>, saved: Saved<V>) {
  const editing = useDraftsContext();
  const { owner, username, sync } = editing;
  const { form, version, savedBy = null } = saved;
  const known = useSyncExternalStore(sync.watch, sync.list);
  const [round, again] = useReducer((before: number) => before + 1, 0);
  // Those of this browser at once: the form does not move.
  const [offered, setOffered] = useState(
    () => splitOpenAndOutdated<V>({ form, drafts: listStoredDrafts(owner, form), known, saved, username }).open,
  );
  const [lostPicture, setLostPicture] = useState<string | null>(null);

  useEffect(() => void sync.refresh(), [sync, form]);
  useEffect(() => watchDrafts(owner, form, again), [owner, form]);
  useEffect(
    () => loadInEffect(findOffered({ now, editing, form, known }), setOffered),
    [now, editing, form, known, round],
  );

  /** As it is now: another tab or device may have stored more words of it since it was offered. */
  async function open(offer: StoredDraft<V>): Promise<StoredDraft<V>> {
    const here = findDraft(owner, offer) as StoredDraft<V> | null;
    if (here) return here;
    const there = (await sync.read(form)) as StoredDraft<V> | null;
    return there?.id === offer.id ? there : offer;
  }

  /** It replaces the form's content, which stays as a draft of its own. `prepare` makes its values those of the form. */
  async function restore(offer: StoredDraft<V>, prepare: Prepare<V> = ({ values }) => values) {
    const draft = await open(offer);
    const values = await prepare({ ...draft, values: restoredValues(draft, now.current.saved.values) });
    // One that is uploaded stands in the draft under its address.
    const isChosen = draft.picture !== null && !draft.pictureUrl;
    const file = isChosen ? await findDraftPicture(draft.key, coverId) : null;
    store();
    const { id: before } = now.current;
    const there = sync.list()?.drafts.find((one) => one.form === form)?.id;
    const mine = findDraft(owner, { form, id: before });
    // The site has one of each form: what stood in this one stays in this browser.
    if (mine) writeDraft(owner, { ...mine, sentAt: null });
    const { key, sent = null, isOrphan } = draft;
    const version = isOrphan ? now.current.version : draft.version;
    const over = there === before ? before : draft.id;
    // What another device has written since it was read stays on the site.
    const overAt = findDraft(owner, draft) ? null : draft.at;
    set({ id: randomUuid(), key, over, overAt, values, file, version, sent });
    setLostPicture(isChosen && !file ? draft.picture : null);
    store();
    removeDraft(owner, draft);
    // A full storage may have room only now.
    store();
    again();
  }

  /** On every device, as it is offered. Returns a function that undoes it. The next sweep deletes its picture. */
  function discard(draft: StoredDraft<V>): () => void {
    const last = findDraft(owner, draft) ?? draft;
    markEnded(owner, last);
    sync.stored();
    again();
    return () => {
      writeDraft(owner, { ...last, id: randomUuid(), over: null, sentAt: null });
      sync.stored();
      again();
    };
  }

  return { offered, restore, discard, lostPicture, version, savedBy };
}

export type Offers<V extends object> = ReturnType<typeof useOfferedDrafts<V>>;

type Prepare<V> = (draft: StoredDraft<V>) => V | Promise<V>;

type Asked<V extends object> = { now: FormDraft<V>['now']; editing: Editing; form: string; known: SiteDrafts | null };

async function findOffered<V extends object>({ now, editing, form, known }: Asked<V>): Promise<StoredDraft<V>[]> {
  const { owner, username, sync } = editing;
  const isElsewhere = (there: { id: string; at: string }) =>
    !mayReplaceSiteDraft(now.current, there) && !findDraft(owner, { form, id: there.id });
  const there = known?.drafts.find((one) => one.form === form);
  const fetched =
    there && isElsewhere(there) ? ((await sync.read(form).catch(() => null)) as StoredDraft<V> | null) : null;
  const here = listStoredDrafts<V>(owner, form).filter(({ id }) => id !== now.current.id);
  const drafts = fetched && isElsewhere(fetched) ? [fetched, ...here] : here;
  const { open, over } = splitOpenAndOutdated({ form, drafts, known, saved: now.current.saved, username });
  // The pictures of one that is continued may be in this browser alone.
  const ended = over.filter(({ id, key }) => key !== there?.key || id === there.id);
  for (const draft of ended) markEnded(owner, draft);
  if (ended.length > 0) sync.stored();
  return open;
}
