import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useUnsaved } from '#ui/drafts/unsaved-context.ts';

type Edited<T> = {
  item: T | null;
  /** The address names an item that is still being loaded. */
  isLoading: boolean;
  /** Changes whenever the form must start anew. */
  formKey: string;
  /** Fetches it, as a list may be older or hold less of it; asks before something unsaved leaves the form. */
  edit: (id: number) => void;
  /** Back to a new, empty form; asks like `edit`. */
  startNew: () => void;
  /** Back to a new, empty form: what was in it is saved, or gone. Whatever has been opened since stays. */
  clear: () => void;
  /** The form starts anew with what the server has of this item. */
  reload: (item: { id: number }) => void;
};

/**
 * The item in the form, named by `?edit=7`, so that the dashboard can lead there and Back works. `read` must keep its
 * identity; it fetches what the screen does not have yet, and answers null after saying why there is none.
 */
export function useEdited<T extends { id: number }>(read: (id: number) => Promise<T | null>): Edited<T> {
  const { mayLeave, release } = useUnsaved();
  const [round, setRound] = useState(0);
  const [item, setItem] = useState<T | null>(null);
  const { target, lead } = useTarget();
  const isLoading = target !== null && item?.id !== target;

  const show = useCallback(
    (id: number | null) => {
      release();
      setItem(null);
      setRound((now) => now + 1);
      lead(id);
    },
    [lead, release],
  );
  useEffect(() => {
    if (!isLoading || target === null) return;
    let isOver = false;
    void read(target).then((found) => {
      if (isOver) return;
      if (found) setItem(found);
      else show(null);
    });
    return () => {
      isOver = true;
    };
  }, [isLoading, target, read, show]);

  async function showAfterAsking(id: number | null) {
    if (!(await mayLeave())) return;
    show(id);
    window.scrollTo({ top: 0, behavior: 'smooth' });
  }

  const formKey = `${target ?? 'new'}-${round}`;
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
    clear: () => {
      if (shownKey.current === formKey) show(null);
    },
    reload: ({ id }) => show(id),
  };
}

/** The item that the address names. */
function useTarget() {
  const [params, setParams] = useSearchParams();
  const inAddress = Number(params.get('edit')) || null;
  const [target, setTarget] = useState(inAddress);
  // The address follows `lead` a moment later; any other change of it comes from Back or a link.
  const [seen, setSeen] = useState(inAddress);
  if (inAddress !== seen) {
    setSeen(inAddress);
    setTarget(inAddress);
  }
  const lead = useCallback(
    (id: number | null) => {
      setTarget(id);
      setParams((now) => withEdited(now, id), { preventScrollReset: true });
    },
    [setParams],
  );
  return { target, lead };
}

/** The search of the list below stays. */
function withEdited(params: URLSearchParams, id: number | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (id === null) next.delete('edit');
  else next.set('edit', String(id));
  return next;
}

/** For the element around the form: it takes the focus whenever another item is in it. */
export function useFormFocus(formKey: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const focusedFor = useRef(formKey);
  useEffect(() => {
    if (focusedFor.current !== formKey) place.current?.focus({ preventScroll: true });
    focusedFor.current = formKey;
  }, [formKey]);
  return place;
}
