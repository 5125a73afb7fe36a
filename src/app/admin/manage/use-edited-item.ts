import { useCallback, useEffect, useRef, useState } from 'react';
import { type NavigateOptions, useLocation } from 'react-router';
import { useDraftsContext } from '#features/drafts/drafts-context.ts';
import type { EditedItem } from '#features/items/admin/use-item-editing.ts';
import type { Kind } from '#features/items/kind.ts';
import { randomUuid } from '#shared/random-uuid.ts';
import { staying, useLeaveGuard } from '#ui/leave-guard/use-leave-guard.ts';
import { withParam } from '#ui/lists/use-state-param.ts';
import { loadInEffect } from '#ui/loaded.ts';
import { useSearchParams } from '#ui/router/use-search-params.ts';

export type Edited<T> = EditedItem<T> & {
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
  continueNew: (key: string) => void;
};

/** What the form shows. `target` is '7', 'new-' and the key of a new item, or null for an empty form. */
type Shown<T> = Pick<Edited<T>, 'item' | 'newKey' | 'formKey' | 'copyOf'> & {
  target: string | null;
  is: 'coming' | 'unread' | 'there';
  /** On phones someone asked for the empty form. */
  isAsked: boolean;
};

function coming<T>(target: string | null, asked: Partial<Shown<T>> = {}): Shown<T> {
  const newKey = target?.startsWith('new-') ? target.slice('new-'.length) : randomUuid();
  const is = target === null ? 'there' : 'coming';
  return { target, is, item: null, newKey, formKey: randomUuid(), copyOf: null, isAsked: false, ...asked };
}

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
  const { inAddress, lead } = useAddress();
  const { key, state } = useLocation();
  const [shown, setShown] = useState(() => coming<T>(inAddress));
  const { target, is, item, newKey, formKey } = shown;
  // The address follows `lead` a moment later. Any other change of it comes from Back or a link.
  const [seen, setSeen] = useState({ inAddress, key });
  if (key !== seen.key) {
    setSeen({ inAddress, key });
    const isFromMenu = state?.isFromMenu === true;
    if ((inAddress !== seen.inAddress && inAddress !== target) || (isFromMenu && shown.isAsked && underWay.size === 0))
      setShown(coming(inAddress, { isAsked: shown.isAsked && !isFromMenu }));
  }
  /** Null once another screen has taken the place of this one: what is saved late leads nowhere. */
  const now = useRef<string | null>(formKey);
  useEffect(() => {
    now.current = formKey;
    return () => {
      now.current = null;
    };
  }, [formKey]);

  const show = useCallback(
    (next: string | null, asked: Partial<Shown<T>> = {}, how: NavigateOptions = {}) => {
      underWay.clear();
      setShown(coming(next, asked));
      lead(next, how);
    },
    [lead, underWay],
  );
  useEffect(() => {
    if (is !== 'coming' || target === null) return;
    return loadInEffect(load(target), (found) => {
      // It may come while Back already shows another one.
      if (found) setShown((before) => (before.formKey === formKey ? { ...before, ...found } : before));
      // The address of what is gone would make Back lead here again and again.
      else show(null, {}, { replace: true });
    });
  }, [is, formKey, target, load, show]);

  async function showAfterAsking(next: string | null, copyOf: T | null = null) {
    if (!(await mayLeave())) return;
    show(next, { copyOf, isAsked: next === null });
    // Without animation: the form growing above the list would move a page that still scrolls.
    window.scrollTo(0, 0);
  }

  /** The same form goes on under another address. */
  function follow(next: string, saved: T | null) {
    if (now.current !== formKey) return;
    setShown((before) => ({ ...before, target: next, is: 'there', item: saved }));
    if (next !== target) lead(next, { replace: true, state: staying });
  }

  return {
    item,
    newKey,
    isLoading: is !== 'there',
    readAgain: is === 'unread' ? () => setShown({ ...shown, is: 'coming' }) : null,
    isFolded: target === null && !shown.isAsked,
    formKey,
    edit: (id) => void showAfterAsking(String(id)),
    startNew: () => void showAfterAsking(null),
    startCopy: (copied) => void showAfterAsking(null, copied),
    continueNew: (begun) => void showAfterAsking(`new-${begun}`),
    copyOf: shown.copyOf,
    begin: () => follow(`new-${newKey}`, null),
    clear: () => {
      // Back leads past the address of what was new.
      if (now.current === formKey) show(null, {}, target?.startsWith('new-') ? { replace: true } : {});
    },
    reload: ({ id }) => {
      if (now.current !== null) show(String(id));
    },
    adopt: (saved) => follow(String(saved.id), saved),
  };
}

/** Null when there is nothing of that name, 'unread' when its draft did not come. */
function useLoad<T extends { id: number }>(kind: string, read: (id: number) => Promise<T | null>) {
  const { sender } = useDraftsContext();
  return useCallback(
    async (target: string): Promise<Pick<Shown<T>, 'is' | 'item'> | null> => {
      const isNew = target.startsWith('new-');
      const reading = sender.read(`${kind}-${target}`).catch(() => 'unread' as const);
      const [item, draft] = await Promise.all([isNew ? null : read(Number(target)), reading]);
      if (!(isNew ? draft : item)) return null;
      return { is: draft === 'unread' ? 'unread' : 'there', item };
    },
    [sender, kind, read],
  );
}

function useAddress() {
  const [params, setParams] = useSearchParams();
  const lead = useCallback(
    (next: string | null, how: NavigateOptions = {}) => {
      // The same address twice would make Back lead nowhere.
      const replace = editedIn(new URLSearchParams(window.location.search)) === next;
      // The search of the list below stays.
      setParams((now) => withParam(now, 'edit', next), { preventScrollReset: true, replace, ...how });
    },
    [setParams],
  );
  return { inAddress: editedIn(params), lead };
}

function editedIn(params: URLSearchParams): string | null {
  return /^(?:[1-9]\d*|new-[\da-f-]{36})$/.exec(params.get('edit') ?? '')?.[0] ?? null;
}
