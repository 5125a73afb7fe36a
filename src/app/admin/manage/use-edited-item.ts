import { useCallback, useEffect, useRef, useState } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';
import { staying, useUnsaved } from '#ui/drafts/unsaved-context.ts';
import { loadInEffect } from '#ui/loaded.ts';

export type Edited<T> = {
  item: T | null;
  /** The item that the URL names is not loaded yet. */
  isLoading: boolean;
  /** The React key of the form: it changes whenever the form must be reset. */
  formKey: string;
  /** Fetches the item: a list may be older or hold only a part of it. Asks before unsaved changes are left. */
  edit: (id: number) => void;
  /** Shows an empty form. Asks like `edit`. */
  startNew: () => void;
  /** Shows the form of a new item that begins like this one. Asks like `edit`. */
  startCopy: (item: T) => void;
  /** The item that the new one copies. */
  copyOf: T | null;
  /** Shows an empty form without asking, unless the form holds another item by now. */
  clear: () => void;
  /** Shows the item as the server has it, without asking. */
  reload: (item: { id: number }) => void;
  /** The form has saved this and stays as it is: caret, scroll and undo. */
  adopt: (item: T) => void;
};

/**
 * The item in the form. `?edit=7` names it, so that links and Back work. `read` must keep its identity. It returns null after
 * it has told the user why there is no item.
 */
export function useEditedItem<T extends { id: number }>(read: (id: number) => Promise<T | null>): Edited<T> {
  const { mayLeave, release } = useUnsaved();
  const [round, setRound] = useState(0);
  const [item, setItem] = useState<T | null>(null);
  const [copyOf, setCopyOf] = useState<T | null>(null);
  const [adopted, setAdopted] = useState<{ id: number; key: string } | null>(null);
  const { target, lead } = useIdInAddress();
  const isLoading = target !== null && item?.id !== target;

  const show = useCallback(
    (id: number | null, copied: T | null = null, how: NavigateOptions = {}) => {
      release();
      setItem(null);
      setCopyOf(copied);
      setAdopted(null);
      setRound((now) => now + 1);
      lead(id, how);
    },
    [lead, release],
  );
  useEffect(() => {
    if (!isLoading || target === null) return;
    // The address of what is gone would make Back lead here again and again.
    return loadInEffect(read(target), (found) => (found ? setItem(found) : show(null, null, { replace: true })));
  }, [isLoading, target, read, show]);

  async function showAfterAsking(id: number | null, copied: T | null = null) {
    if (!(await mayLeave())) return;
    show(id, copied);
    // Without animation: the form growing above the list would move a page that still scrolls.
    window.scrollTo(0, 0);
  }

  const formKey = adopted !== null && adopted.id === target ? adopted.key : `${target ?? 'new'}-${round}`;
  const shownKey = useRef(formKey);
  useEffect(() => {
    shownKey.current = formKey;
  }, [formKey]);
  return {
    item: target === null ? null : item,
    isLoading,
    formKey,
    edit: (id) => void showAfterAsking(id),
    startNew: () => void showAfterAsking(null),
    startCopy: (copied) => void showAfterAsking(null, copied),
    copyOf: target === null ? copyOf : null,
    clear: () => {
      if (shownKey.current === formKey) show(null);
    },
    reload: ({ id }) => show(id),
    adopt: (saved) => {
      if (shownKey.current !== formKey) return;
      setItem(saved);
      if (saved.id === target) return;
      setAdopted({ id: saved.id, key: formKey });
      lead(saved.id, { replace: true, state: staying });
    },
  };
}

function useIdInAddress() {
  const [params, setParams] = useSearchParams();
  const inAddress = editedIn(params);
  const [target, setTarget] = useState(inAddress);
  // The URL follows `lead` a moment later. Any other change of the URL comes from Back or a link.
  const [seen, setSeen] = useState(inAddress);
  if (inAddress !== seen) {
    setSeen(inAddress);
    setTarget(inAddress);
  }
  const lead = useCallback(
    (id: number | null, how: NavigateOptions = {}) => {
      setTarget(id);
      // The same address twice would make Back lead nowhere.
      const replace = editedIn(new URLSearchParams(window.location.search)) === id;
      setParams((now) => withEdited(now, id), { preventScrollReset: true, replace, ...how });
    },
    [setParams],
  );
  return { target, lead };
}

function editedIn(params: URLSearchParams): number | null {
  return Number(params.get('edit')) || null;
}

/** Keeps the search of the list below. */
function withEdited(params: URLSearchParams, id: number | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (id === null) next.delete('edit');
  else next.set('edit', String(id));
  return next;
}
