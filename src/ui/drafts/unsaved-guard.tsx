import { type ReactNode, useContext, useEffect, useId, useMemo, useState } from 'react';
import { type Blocker, type BlockerFunction, UNSAFE_DataRouterContext } from 'react-router';
import { ConfirmDialog, useConfirm } from '#ui/dialogs/confirm.tsx';
import { useEditing } from './editing-context.ts';
import { type Entry, hasDirty, leaveQuestion, questions } from './leave-questions.ts';
import { createUnsaved, type LogOutChoice, UnsavedContext } from './unsaved-context.ts';

/** Asks before unsaved changes are left: by a link, by Back, by reloading, or by `mayLeave`. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const { owner } = useEditing();
  const [entries] = useState(() => new Set<Entry>());
  const [loggingOut, setLoggingOut] = useState<{ answer: (choice: LogOutChoice) => void } | null>(null);
  const { confirm, dialog } = useConfirm();

  const unsaved = useMemo(() => {
    const ask = (how: keyof typeof questions) => {
      const { message, action, ...words } = questions[how];
      return confirm(message, action, words);
    };
    const askAboutDrafts = async () => {
      const { promise, resolve } = Promise.withResolvers<LogOutChoice>();
      setLoggingOut({ answer: resolve });
      const choice = await promise;
      setLoggingOut(null);
      return choice;
    };
    return createUnsaved(entries, owner, { ask, askAboutDrafts });
  }, [entries, owner, confirm]);

  return (
    <UnsavedContext value={unsaved}>
      {children}
      <NavigationQuestion entries={entries} release={unsaved.release} />
      {loggingOut && (
        <ConfirmDialog
          {...questions.logOut}
          other={{ label: 'Remove and log out', choose: () => loggingOut.answer('remove') }}
          answer={(isLeaving) => loggingOut.answer(isLeaving ? 'keep' : 'stay')}
        />
      )}
      {dialog}
    </UnsavedContext>
  );
}

function NavigationQuestion({ entries, release }: { entries: Set<Entry>; release: () => void }) {
  const [how, setHow] = useState<ReturnType<typeof leaveQuestion>>('leave');
  const blocker = useNavigationBlocker(
    useMemo<BlockerFunction>(
      () =>
        ({ currentLocation: from, nextLocation: to }) => {
          const isBlocked = hasDirty(entries) && (from.pathname !== to.pathname || editedIn(from) !== editedIn(to));
          if (isBlocked) setHow(leaveQuestion(entries));
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
