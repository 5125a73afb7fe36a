import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SaveConflict } from '#shared/api-error.ts';
import type { StoredDraft } from './draft-storage.ts';

/** What to do when somebody else has saved the same item meanwhile. */
export type ConflictResolution = 'overwrite' | 'load latest' | 'keep editing';

/** A draft of this administrator that the site keeps, without its content. */
export type KeptCopy = {
  id: string;
  form: string;
  at: string;
  version: number | null;
  title: string;
  words: string;
  /** When the browser that wrote it had stored it. */
  stamp: string | null;
};

/** `ended`: of what this browser has, what was saved or discarded, when by the site's time, and the stamps of what ended with it. */
export type KeptList = { copies: readonly KeptCopy[]; ended: readonly { id: string; at: string; stamps: string[] }[] };

/** What belongs to a draft that is kept. */
export type Chosen = {
  file: File | null;
  isStored: boolean;
  /** Another device goes on with the same text: this one has another id from now on. */
  onMoved?: ((from: string, to: StoredDraft<object>) => void) | undefined;
};

export type KeptState = {
  /** When the site got what it has; null before. */
  at: string | null;
  /** When this browser stored what it has; null when it cannot. */
  storedAt: string | null;
  /** What is newest is not on the site, and the last try failed. */
  isFailing: boolean;
  /** Why the site refuses it, for people; null when it could not be asked. */
  problem: string | null;
};

/** Keeps drafts on the site beside this browser, so that another device offers them. */
export type DraftKeeper = {
  /** Null until the site has answered. */
  list: () => KeptList | null;
  stateOf: (id: string) => KeptState | null;
  watch: (listener: () => void) => () => void;
  refresh: () => void;
  /** Sends it soon, the newest content only. The site never gets what does not belong to an item of a kind. */
  keep: (form: string, draft: StoredDraft<object>, chosen: Chosen) => void;
  /** @throws when it is gone, or the site does not answer */
  read: (id: string) => Promise<StoredDraft<object>>;
  /** Saved or discarded. */
  remove: (id: string) => void;
  /** False when something stays in this browser alone. */
  flush: () => Promise<boolean>;
};

/** What every form needs from the page around it. A form has a name like 'articles-7' or 'articles-new'. */
export type Editing = {
  /** The administrator whose drafts these are. */
  owner: string;
  keeper: DraftKeeper;
  /** Shows both versions and asks; `unsaved` is what would be sent, `pictures` are those that no other form has set. */
  resolveConflict: (
    form: string,
    conflict: SaveConflict,
    unsaved: object,
    pictures?: (string | null)[],
  ) => Promise<ConflictResolution>;
  /** Whether the item was first saved as `sent`. False when that cannot be read. */
  isFirstVersion: (form: string, sent: object) => Promise<boolean>;
};

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('There is no EditingContext around this form');
  return editing;
}

/** What the site keeps of this administrator; null until that is known. */
export function useKeptCopies(): readonly KeptCopy[] | null {
  const { keeper } = useEditing();
  return useSyncExternalStore(keeper.watch, keeper.list)?.copies ?? null;
}

/** Whether something of this form is typed and not saved. */
export function useIsKept(form: string): boolean {
  const keeper = useContext(EditingContext)?.keeper;
  const look = () => keeper?.list()?.copies.some((copy) => copy.form === form) ?? false;
  return useSyncExternalStore(keeper?.watch ?? never, look);
}

function never(): () => void {
  return () => undefined;
}
