import { type ReactNode, useContext, useEffect, useId, useMemo, useState } from 'react';
import { type Blocker, type BlockerFunction, UNSAFE_DataRouterContext } from 'react-router';
import { ConfirmDialog, useConfirm } from '#ui/dialogs/confirm.tsx';
import { deleteOrphanedPictures } from './draft-pictures.ts';
import { removeSentDrafts } from './draft-storage.ts';
import { useEditing } from './editing-context.ts';
import { type Entry, type staying, type Unsaved, UnsavedContext } from './unsaved-context.ts';

const asks = { message: 'You have unsaved changes.', action: 'Leave', keep: 'Stay', isHarmless: false };
const questions = {
  leave: { ...asks, detail: 'If you leave, they are saved as a draft for when you come back.', isHarmless: true },
  lose: { ...asks, detail: 'This browser cannot keep them: if you leave, they are lost.' },
  discard: {
    ...asks,
    detail: 'If you discard them, they are lost.',
    action: 'Discard changes',
    keep: 'Keep editing',
  },
};

/** Asks before unsaved changes are left: by a link, by Back, by reloading, or by `mayLeave`. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const { owner, sync } = useEditing();
  const [entries] = useState(() => new Set<Entry>());
  const { confirm, dialog } = useConfirm();

  const unsaved = useMemo<Unsaved>(() => {
    const release = () => releaseAll(entries);

    async function mayLeave(how?: 'discard') {
      if (dirtyOf(entries).length === 0) return true;
      const { message, action, ...words } = questions[how ?? storeAll(entries)];
      return confirm(message, action, words);
    }

    async function mayLogOut() {
      if (!(await mayLeave())) return false;
      await sync.flush();
      removeSentDrafts(owner);
      await deleteOrphanedPictures();
      release();
      return true;
    }

    function register(entry: Entry) {
      entries.add(entry);
      return () => entries.delete(entry);
    }

    return { mayLeave, mayLogOut, release, register };
  }, [entries, owner, sync, confirm]);

  return (
    <UnsavedContext value={unsaved}>
      {children}
      <NavigationQuestion entries={entries} release={unsaved.release} />
      {dialog}
    </UnsavedContext>
  );
}

function releaseAll(entries: Set<Entry>): void {
  for (const entry of entries) entry.isDirty = false;
}

function dirtyOf(entries: Set<Entry>): Entry[] {
  return [...entries].filter(({ isDirty }) => isDirty);
}

/** Stores everything unsaved. Returns which question fits. */
function storeAll(entries: Set<Entry>): 'leave' | 'lose' {
  const stored = dirtyOf(entries).map(({ store }) => store());
  return stored.includes(false) ? 'lose' : 'leave';
}

function NavigationQuestion({ entries, release }: { entries: Set<Entry>; release: () => void }) {
  const [how, setHow] = useState<ReturnType<typeof storeAll>>('leave');
  const blocker = useNavigationBlocker(
    useMemo<BlockerFunction>(
      () =>
        ({ currentLocation: from, nextLocation: to }) => {
          if (isStaying(to.state)) return false;
          const isBlocked =
            dirtyOf(entries).length > 0 && (from.pathname !== to.pathname || editedIn(from) !== editedIn(to));
          if (isBlocked) setHow(storeAll(entries));
          return isBlocked;
        },
      [entries],
    ),
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (dirtyOf(entries).length > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [entries]);

  function answer(isLeaving: boolean) {
    if (!isLeaving) return blocker?.reset();
    release();
    blocker?.proceed();
  }

  return blocker && <ConfirmDialog {...questions[how]} answer={answer} />;
}

function isStaying(state: unknown): boolean {
  return (state as Partial<typeof staying> | null)?.isStaying === true;
}

/** `?edit=` names the item in the form. The rest of the query is about the lists around it. */
function editedIn({ search }: { search: string }): string | null {
  return new URLSearchParams(search).get('edit');
}

/**
 * The navigation blocked by `isBlocked`, until it proceeds or is reset, otherwise null. `isBlocked` must keep its
 * identity. The router's own `useBlocker` would add to what visitors load.
 */
function useNavigationBlocker(isBlocked: BlockerFunction): Extract<Blocker, { state: 'blocked' }> | null {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const id = useId();
  const [blocker, setBlocker] = useState<Blocker | null>(null);
  useEffect(() => {
    router?.getBlocker(id, isBlocked);
    const unsubscribe = router?.subscribe(({ blockers }) => setBlocker(blockers.get(id) ?? null));
    return () => {
      unsubscribe?.();
      router?.deleteBlocker(id);
    };
  }, [router, id, isBlocked]);
  return blocker?.state === 'blocked' ? blocker : null;
}
