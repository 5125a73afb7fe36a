import { type ReactNode, useCallback, useContext, useEffect, useId, useMemo, useState } from 'react';
import { type Blocker, type BlockerFunction, UNSAFE_DataRouterContext } from 'react-router';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { type LeaveGuard as Guard, LeaveGuardContext } from './use-leave-guard.ts';

// Neither says 'unsaved changes': the form below may say 'Draft saved'.
const leaving = { detail: 'If you leave, what is not saved is lost.' };
const discarding = { detail: 'You cannot get them back.' };

/** Asks before what is under way is left: by a link, by Back, by reloading, or by `mayLeave`. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const { confirm, dialog } = useConfirm();
  const guard = useMemo<Guard>(() => {
    const underWay = new Set<string>();
    return {
      underWay,
      mayLeave: async () => underWay.size === 0 || confirm('Not everything is saved yet.', 'Leave', leaving),
      mayDiscard: () => confirm('Discard your changes?', 'Discard changes', discarding),
    };
  }, [confirm]);
  return (
    <LeaveGuardContext value={guard}>
      {children}
      <NavigationQuestion {...guard} />
      {dialog}
    </LeaveGuardContext>
  );
}

function NavigationQuestion({ underWay, mayLeave }: Guard) {
  const blocker = useNavigationBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation: from, nextLocation: to }) => {
        const isElsewhere = from.pathname !== to.pathname || editedIn(from) !== editedIn(to);
        return underWay.size > 0 && isElsewhere && to.state?.isStaying !== true;
      },
      [underWay],
    ),
  );

  useEffect(() => {
    if (!blocker) return;
    void mayLeave().then((isLeaving) => {
      if (!isLeaving) return blocker.reset();
      underWay.clear();
      blocker.proceed();
    });
  }, [blocker, underWay, mayLeave]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (underWay.size > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [underWay]);

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
