import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { BlockerFunction } from 'react-router';
import { ConfirmDialog, useConfirm } from '#ui/confirm.tsx';
import { forgetStrayPictures } from './draft-pictures.ts';
import { hasDrafts, removeDrafts } from './draft-storage.ts';
import { useEditing } from './editing-context.ts';
import { type Entry, hasDirty, leaving, questions } from './leave-questions.ts';
import { useNavigationBlocker } from './use-navigation-blocker.ts';

type Unsaved = {
  /** Asks when something is unsaved; yes lets go of it, so that nobody asks again on the way. */
  mayLeave: (how?: 'leave' | 'discard') => Promise<boolean>;
  /** Asks also about what was left unsaved before: others may use this computer. */
  mayLogOut: () => Promise<boolean>;
  /** What was unsaved is saved or given up: the next navigation is free. */
  release: () => void;
  register: (entry: Entry) => () => void;
};

const UnsavedContext = createContext<Unsaved | null>(null);

/** Nobody leaves what is unsaved without being asked: by a link, by Back, by reloading, or by `mayLeave`. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const entries = useRef(new Set<Entry>());
  const [how, setHow] = useState<ReturnType<typeof leaving>>('leave');
  const [loggingOut, setLoggingOut] = useState<{ answer: (choice: 'stay' | 'keep' | 'remove') => void } | null>(null);
  const { owner } = useEditing();
  const { confirm, dialog } = useConfirm();
  const latestConfirm = useRef(confirm);
  useEffect(() => {
    latestConfirm.current = confirm;
  });

  const unsaved = useMemo<Unsaved>(() => {
    const release = () => {
      for (const entry of entries.current) entry.isDirty = false;
    };
    const ask = (how: keyof typeof questions) => {
      const { message, action, ...words } = questions[how];
      return latestConfirm.current(message, action, words);
    };
    const askAboutDrafts = async () => {
      const { promise, resolve } = Promise.withResolvers<'stay' | 'keep' | 'remove'>();
      setLoggingOut({ answer: resolve });
      const choice = await promise;
      setLoggingOut(null);
      if (choice !== 'remove') return choice === 'keep';
      for (const entry of entries.current) entry.giveUp();
      removeDrafts(owner);
      await forgetStrayPictures();
      return true;
    };
    return {
      release,
      mayLeave: async (how = 'leave') => {
        if (!hasDirty(entries.current)) return true;
        const isLeaving = await ask(how === 'leave' ? leaving(entries.current) : how);
        if (isLeaving) release();
        return isLeaving;
      },
      mayLogOut: async () => {
        const how = leaving(entries.current);
        if (how !== 'leave' && !(await ask(how))) return false;
        if (how !== 'lose' && hasDrafts(owner) && !(await askAboutDrafts())) return false;
        release();
        return true;
      },
      register: (entry) => {
        entries.current.add(entry);
        return () => entries.current.delete(entry);
      },
    };
  }, [owner]);

  const stopped = useNavigationBlocker(
    useMemo<BlockerFunction>(
      () =>
        ({ currentLocation: from, nextLocation: to }) => {
          const isStopped =
            hasDirty(entries.current) && (from.pathname !== to.pathname || editedIn(from) !== editedIn(to));
          if (isStopped) setHow(leaving(entries.current));
          return isStopped;
        },
      [],
    ),
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasDirty(entries.current)) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  function answer(isLeaving: boolean) {
    if (!isLeaving) return stopped?.reset();
    unsaved.release();
    stopped?.proceed();
  }

  return (
    <UnsavedContext value={unsaved}>
      {children}
      {stopped && <ConfirmDialog {...questions[how]} answer={answer} />}
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

export function useUnsaved(): Unsaved {
  const unsaved = useContext(UnsavedContext);
  if (!unsaved) throw new Error('There is no UnsavedGuard around this form');
  return unsaved;
}

/** Guards the form that calls it for as long as `isDirty`; `keep` and `giveUp` must keep their identity. */
export function useDirty(isDirty: boolean, { keep, giveUp }: Pick<Entry, 'keep' | 'giveUp'>): void {
  useEntry({ isDirty, isUpload: false, keep, giveUp });
}

/** Nobody leaves unasked while something is on its way that only this page can put into its place. */
export function useUploading(isUploading: boolean): void {
  useEntry({ isDirty: isUploading, isUpload: true, keep: () => true, giveUp: () => undefined });
}

function useEntry(given: Entry): void {
  const { register } = useUnsaved();
  const entry = useRef(given);
  useEffect(() => register(entry.current), [register]);
  const { isDirty } = given;
  useEffect(() => {
    entry.current.isDirty = isDirty;
  }, [isDirty]);
}

/** The item in the form is named by `?edit=`; the rest of the query is about the lists around it. */
function editedIn({ search }: { search: string }): string | null {
  return new URLSearchParams(search).get('edit');
}
