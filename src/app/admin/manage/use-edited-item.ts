import { useCallback, useEffect, useRef, useState } from 'react';
import type { NavigateOptions } from 'react-router';
import { useDraftsContext } from '#features/drafts/drafts-context.ts';
import type { Kind } from '#features/items/kind.ts';
import { randomUuid } from '#shared/random-uuid.ts';
import { staying, useLeaveGuard } from '#ui/leave-guard/use-leave-guard.ts';
import { withParam } from '#ui/lists/use-state-param.ts';
import { loadInEffect } from '#ui/loaded.ts';
import { useSearchParams } from '#ui/router/use-search-params.ts';

export type Edited<T> = {
  item: T | null;
  /** Names the creation of a new item. */
  newKey: string;
  /** What the URL names is not loaded yet. */
  isLoading: boolean;
  /** How to read the draft of the form again when that has failed; null otherwise. */
  readAgain: (() => void) | null;
  /** On phones the empty form stands behind its button. */
  isFolded: boolean;
  /** The React key of the form: it changes whenever the form must be reset. */
  formKey: string;
  /** Fetches the item: a list may be older or hold only a part of it. */
  edit: (id: number) => void;
  startNew: () => void;
  /** Shows the form of a new item that begins like this one. */
  startCopy: (item: T) => void;
  continueNew: (key: string) => void;
  /** The item that the new one copies. */
  copyOf: T | null;
  /** Something is typed into an empty form: the URL names it. */
  begin: () => void;
  /** Shows an empty form, unless the form holds another item by now. */
  clear: () => void;
  /** Shows the item as the server has it. */
  reload: (item: { id: number }) => void;
  /** The form has saved this and stays as it is: caret, scroll and undo. */
  adopt: (item: T) => void;
};

/** `target` is '7', or 'new-' and the key of a new item. */
type Loaded<T> = { target: string; item: T | null };

/**
 * The item in the form. `?edit=7` names it, so that links and Back work. `read` must keep its identity. It returns null after
 * it has told the user why there is no item.
 */
export function useEditedItem<T extends { id: number }>(
  { name }: Kind,
  read: (id: number) => Promise<T | null>,
): Edited<T> {
  const { mayLeave, underWay } = useLeaveGuard();
  const load = useLoad(name, read);
  const [round, setRound] = useState(0);
  const [blankKey, setBlankKey] = useState(randomUuid);
  const [loaded, setLoaded] = useState<Loaded<T> | null>(null);
  /** The target whose draft could not be read. */
  const [unread, setUnread] = useState<string | null>(null);
  const [copyOf, setCopyOf] = useState<T | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [adopted, setAdopted] = useState<{ target: string; key: string } | null>(null);
  const { target, lead } = useEditedInAddress();
  const isLoading = target !== null && loaded?.target !== target;
  const isUnread = isLoading && unread === target;

  const show = useCallback(
    (next: string | null, copied: T | null = null, how: NavigateOptions = {}) => {
      underWay.clear();
      setLoaded(null);
      setUnread(null);
      setBlankKey(randomUuid());
      setCopyOf(copied);
      setAdopted(null);
      setRound((now) => now + 1);
      lead(next, how);
    },
    [lead, underWay],
  );
  useEffect(() => {
    if (!isLoading || isUnread || target === null) return;
    return loadInEffect(load(target), (found) => {
      if (found === 'unread') setUnread(target);
      else if (found) setLoaded(found);
      // The address of what is gone would make Back lead here again and again.
      else show(null, null, { replace: true });
    });
  }, [isLoading, isUnread, target, load, show]);

  async function showAfterAsking(next: string | null, copied: T | null = null) {
    if (!(await mayLeave())) return;
    show(next, copied);
    setAsked(next === null);
    // Without animation: the form growing above the list would move a page that still scrolls.
    window.scrollTo(0, 0);
  }

  const formKey = adopted !== null && adopted.target === target ? adopted.key : `${target ?? 'new'}-${round}`;
  const shownKey = useRef(formKey);
  useEffect(() => {
    shownKey.current = formKey;
  }, [formKey]);

  /** The form goes on under another address. */
  function follow(next: string, item: T | null) {
    if (shownKey.current !== formKey) return;
    setLoaded({ target: next, item });
    if (next === target) return;
    setAdopted({ target: next, key: formKey });
    lead(next, { replace: true, state: staying });
  }

  const key = target?.startsWith('new-') ? target.slice('new-'.length) : blankKey;
  return {
    item: target === null ? null : (loaded?.item ?? null),
    newKey: key,
    isLoading,
    readAgain: isUnread ? () => setUnread(null) : null,
    isFolded: target === null && !isAsked,
    formKey,
    edit: (id) => void showAfterAsking(String(id)),
    startNew: () => void showAfterAsking(null),
    startCopy: (copied) => void showAfterAsking(null, copied),
    continueNew: (begun) => void showAfterAsking(`new-${begun}`),
    copyOf,
    begin: () => follow(`new-${key}`, null),
    clear: () => {
      // Back leads past the address of what was new.
      if (shownKey.current !== formKey) return;
      setAsked(false);
      show(null, null, target?.startsWith('new-') ? { replace: true } : {});
    },
    reload: ({ id }) => show(String(id)),
    adopt: (saved) => follow(String(saved.id), saved),
  };
}

/** Null when there is nothing of that name, 'unread' when its draft did not come. */
function useLoad<T extends { id: number }>(kind: string, read: (id: number) => Promise<T | null>) {
  const { sender } = useDraftsContext();
  return useCallback(
    async (target: string): Promise<Loaded<T> | 'unread' | null> => {
      const form = `${kind}-${target}`;
      const isNew = target.startsWith('new-');
      const reading = sender.read(form).catch(() => 'unread' as const);
      const [item, draft] = await Promise.all([isNew ? null : read(Number(target)), reading]);
      if (draft === 'unread' && (isNew || item)) return 'unread';
      return (isNew ? draft : item) ? { target, item } : null;
    },
    [sender, kind, read],
  );
}

function useEditedInAddress() {
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
    (next: string | null, how: NavigateOptions = {}) => {
      setTarget(next);
      // The same address twice would make Back lead nowhere.
      const replace = editedIn(new URLSearchParams(window.location.search)) === next;
      // The search of the list below stays.
      setParams((now) => withParam(now, 'edit', next), { preventScrollReset: true, replace, ...how });
    },
    [setParams],
  );
  return { target, lead };
}

function editedIn(params: URLSearchParams): string | null {
  return /^(?:[1-9]\d*|new-[\da-f-]{36})$/.exec(params.get('edit') ?? '')?.[0] ?? null;
}
