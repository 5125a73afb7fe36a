import { type ReactNode, useCallback, useContext, useEffect, useId, useMemo, useState } from 'react';
import { type Blocker, type BlockerFunction, UNSAFE_DataRouterContext } from 'react-router';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { deleteOrphanedPictures } from './draft-pictures.ts';
import { removeSentDrafts } from './draft-storage.ts';
import { useDraftsContext } from './drafts-context.ts';
import { type Store, type Unsaved, UnsavedContext } from './unsaved-context.ts';

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
  const { owner, sync } = useDraftsContext();
  const [dirty] = useState(() => new Set<Store>());
  const { confirm, dialog } = useConfirm();

  const unsaved = useMemo<Unsaved>(() => {
    const release = () => dirty.clear();

    async function mayLeave(how?: 'discard') {
      if (dirty.size === 0) return true;
      const { message, action, ...words } = questions[how ?? storeAll(dirty)];
      return confirm(message, action, words);
    }

    async function prepareLogOut() {
      if (!(await mayLeave())) return false;
      await sync.flush();
      removeSentDrafts(owner, sync.list() ?? { drafts: [], created: [] });
      await deleteOrphanedPictures();
      release();
      return true;
    }

    return { mayLeave, prepareLogOut, release, dirty };
  }, [dirty, owner, sync, confirm]);

  return (
    <UnsavedContext value={unsaved}>
      {children}
      <NavigationQuestion {...unsaved} />
      {dialog}
    </UnsavedContext>
  );
}

/** Stores everything unsaved. Returns which question fits. */
function storeAll(dirty: Set<Store>): 'leave' | 'lose' {
  const stored = [...dirty].map((store) => store());
  return stored.includes(false) ? 'lose' : 'leave';
}

function NavigationQuestion({ dirty, mayLeave }: Unsaved) {
  const blocker = useNavigationBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation: from, nextLocation: to }) => {
        const isElsewhere = from.pathname !== to.pathname || editedIn(from) !== editedIn(to);
        return dirty.size > 0 && isElsewhere && to.state?.isStaying !== true;
      },
      [dirty],
    ),
  );

  useEffect(() => {
    if (!blocker) return;
    void mayLeave().then((isLeaving) => {
      if (!isLeaving) return blocker.reset();
      dirty.clear();
      blocker.proceed();
    });
  }, [blocker, dirty, mayLeave]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (dirty.size > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  return null;
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
