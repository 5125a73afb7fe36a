import { useContext, useEffect, useId, useState } from 'react';
import { type Blocker, type BlockerFunction, UNSAFE_DataRouterContext } from 'react-router';

/**
 * The navigation that `isBlocked` has blocked, until it proceeds or is reset, else null; `isBlocked` must keep its
 * identity. The router's own `useBlocker` would be part of what visitors load.
 */
export function useNavigationBlocker(isBlocked: BlockerFunction): Extract<Blocker, { state: 'blocked' }> | null {
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
