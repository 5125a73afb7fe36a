import { type ReactNode, useContext, useEffect, useId, useMemo, useState } from 'react';
import { type Blocker, type BlockerFunction, UNSAFE_DataRouterContext } from 'react-router';
import { ConfirmDialog, useConfirm } from '#ui/dialogs/confirm.tsx';
import { deleteOrphanedPictures } from './draft-pictures.ts';
import { hasDrafts, removeSentDrafts } from './draft-storage.ts';
import { useEditing } from './editing-context.ts';
import { type Entry, hasDirty, questions, storeAndPickLeaveQuestion } from './leave-questions.ts';
import { type staying, type Unsaved, UnsavedContext } from './unsaved-context.ts';

/** Asks before unsaved changes are left: by a link, by Back, by reloading, or by `mayLeave`. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const { owner, sync } = useEditing();
  const [entries] = useState(() => new Set<Entry>());
  const { confirm, dialog } = useConfirm();

  const unsaved = useMemo<Unsaved>(() => {
    const ask = (how: keyof typeof questions) => {
      const { message, action, ...words } = questions[how];
      return confirm(message, action, words);
    };
    const release = () => releaseAll(entries);

    async function mayLeave(how?: 'discard') {
      return !hasDirty(entries) || ask(how ?? storeAndPickLeaveQuestion(entries));
    }

    async function mayLogOut() {
      if (!(await mayLeave())) return false;
      if (hasDrafts(owner) && (await sync.flush())) await removeSent(entries, owner);
      release();
      return true;
    }

    return {
      mayLeave,
      mayLogOut,
      release,
      register: (entry) => {
        entries.add(entry);
        return () => entries.delete(entry);
      },
    };
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

async function removeSent(entries: Set<Entry>, owner: string): Promise<void> {
  removeSentDrafts(owner);
  for (const entry of entries) entry.forget();
  await deleteOrphanedPictures();
}

function NavigationQuestion({ entries, release }: { entries: Set<Entry>; release: () => void }) {
  const [how, setHow] = useState<ReturnType<typeof storeAndPickLeaveQuestion>>('leave');
  const blocker = useNavigationBlocker(
    useMemo<BlockerFunction>(
      () =>
        ({ currentLocation: from, nextLocation: to }) => {
          if (isStaying(to.state)) return false;
          const isBlocked = hasDirty(entries) && (from.pathname !== to.pathname || editedIn(from) !== editedIn(to));
          if (isBlocked) setHow(storeAndPickLeaveQuestion(entries));
          return isBlocked;
        },
      [entries],
    ),
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasDirty(entries)) event.preventDefault();
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
 * The navigation that `isBlocked` has blocked, until it proceeds or is reset, else null. `isBlocked` must keep its
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
