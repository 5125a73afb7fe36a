import { useEffect, useState } from 'react';
import { useDraftsContext } from './drafts-context.ts';
import { isUnsaved, openDraft, type Saved } from './form-draft.ts';
import { useDirty, useUnsaved } from './unsaved-context.ts';
import { useOfferedDrafts } from './use-offered-drafts.ts';

export type Draft<V extends object> = ReturnType<typeof useDraft<V>>;

/** As `useDraft`, but leaving asks nothing. */
export function useQuietDraft<V extends object>(start: Saved<V>) {
  const editing = useDraftsContext();
  const [draft] = useState(() => openDraft(start, editing));
  const state = draft.useValue();
  useEffect(() => draft.begin(), [draft]);
  const offers = useOfferedDrafts(draft, state.saved);
  const { id, values, file, version, saved } = state;
  const isDirty = isUnsaved(state);
  const kept = { id, isDirty, isNew: saved.version === null };
  return { ...draft, values, file, version, isDirty, kept, offers };
}

/**
 * The content of one form, stored in this browser and on the site until it is saved, and offered again (E2). Asks before it is left. Give
 * the form of another item another React `key`.
 */
export function useDraft<V extends object>(start: Saved<V>) {
  const { mayLeave, release } = useUnsaved();
  const draft = useQuietDraft(start);
  useDirty(draft.isDirty, draft.store);

  /** After a save, or when the changes are discarded. */
  function finish() {
    draft.remove();
    release();
  }

  /** Keeps the draft in this browser while another version takes its place in the form. */
  function setAside() {
    draft.store();
    release();
  }

  return { ...draft, mayDiscard: () => mayLeave('discard'), finish, setAside };
}
