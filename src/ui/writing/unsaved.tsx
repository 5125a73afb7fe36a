import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { BlockerFunction } from 'react-router';
import { ConfirmDialog, useConfirm } from '#ui/confirm.tsx';
import { useStoppedWay } from './use-stopped-way.ts';

/** `keep` says whether this browser could keep what is unsaved. */
type Entry = { isDirty: boolean; keep: () => boolean };

type Unsaved = {
  /** Asks when something is unsaved; yes lets go of it, so that nobody asks again on the way. */
  mayLeave: (how?: 'leave' | 'discard') => Promise<boolean>;
  /** What was unsaved is saved or given up: the next navigation is free. */
  release: () => void;
  register: (entry: Entry) => () => void;
};

const questions = {
  leave: {
    message: 'You have unsaved changes.',
    detail: 'If you leave, they are kept in this browser and offered to you when you come back.',
    action: 'Leave',
    keep: 'Stay',
    isHarmless: true,
  },
  lose: {
    message: 'You have unsaved changes.',
    detail: 'This browser cannot keep them: if you leave, they are gone.',
    action: 'Leave',
    keep: 'Stay',
    isHarmless: false,
  },
  discard: {
    message: 'You have unsaved changes.',
    detail: 'If you discard them, they are gone for good.',
    action: 'Discard changes',
    keep: 'Keep editing',
    isHarmless: false,
  },
} as const;

const UnsavedContext = createContext<Unsaved | null>(null);

/** Nobody leaves what is unsaved without being asked: by a link, by Back, by reloading, or by `mayLeave`. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const entries = useRef(new Set<Entry>());
  const [how, setHow] = useState<'leave' | 'lose'>('leave');
  const { confirm, dialog } = useConfirm();
  const latestConfirm = useRef(confirm);
  useEffect(() => {
    latestConfirm.current = confirm;
  });

  const unsaved = useMemo<Unsaved>(() => {
    const release = () => {
      for (const entry of entries.current) entry.isDirty = false;
    };
    return {
      release,
      mayLeave: async (how = 'leave') => {
        if (!hasDirty(entries.current)) return true;
        const { message, action, ...words } = questions[how === 'leave' ? leaving(entries.current) : how];
        const isLeaving = await latestConfirm.current(message, action, words);
        if (isLeaving) release();
        return isLeaving;
      },
      register: (entry) => {
        entries.current.add(entry);
        return () => entries.current.delete(entry);
      },
    };
  }, []);

  const stopped = useStoppedWay(
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
      {dialog}
    </UnsavedContext>
  );
}

export function useUnsaved(): Unsaved {
  const unsaved = useContext(UnsavedContext);
  if (!unsaved) throw new Error('There is no UnsavedGuard around this form');
  return unsaved;
}

/** Guards the form that calls it for as long as `isDirty`; `keep` must keep its identity. */
export function useDirty(isDirty: boolean, keep: () => boolean): void {
  const { register } = useUnsaved();
  const entry = useRef<Entry>({ isDirty, keep });
  useEffect(() => register(entry.current), [register]);
  useEffect(() => {
    entry.current.isDirty = isDirty;
  }, [isDirty]);
}

/** The item in the form is named by `?edit=`; the rest of the query is about the lists around it. */
function editedIn({ search }: { search: string }): string | null {
  return new URLSearchParams(search).get('edit');
}

function leaving(entries: Set<Entry>): 'leave' | 'lose' {
  return [...entries].every(({ isDirty, keep }) => !isDirty || keep()) ? 'leave' : 'lose';
}

function hasDirty(entries: Set<Entry>): boolean {
  return [...entries].some(({ isDirty }) => isDirty);
}
