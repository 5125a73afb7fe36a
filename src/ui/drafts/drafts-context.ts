import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SaveConflict } from '#shared/calls/api-error.ts';
import type { StoredDraft } from './draft-storage.ts';

/** What to do when someone else has saved the same item in the meantime. */
export type ConflictResolution = 'overwrite' | 'load latest' | 'keep editing';

/** This administrator's drafts on the site, without content, and the keys under which they created items. */
export type SiteDrafts = {
  drafts: readonly { form: string; id: string; key: string; at: string }[];
  created: readonly string[];
};

/** Where a draft is, in words, since when, and why it is not on the site. */
export type KeptDraft = { words: string; at?: string; more?: string };

/** Keeps drafts on the site beside this browser, so that another device offers them. */
export type DraftSync = {
  /** Null until the site has answered. */
  list: () => SiteDrafts | null;
  stateOf: (id: string) => KeptDraft | null;
  watch: (listener: () => void) => () => void;
  /** Asks what the site has. */
  refresh: () => Promise<void>;
  /** This browser has stored or discarded a draft: the site is told now, except of forms that are not items of a kind. */
  stored: () => void;
  /** Null when it is gone. @throws when the site does not answer */
  read: (form: string) => Promise<StoredDraft<object> | null>;
  /** Asks what the site has, and gives pending drafts a moment to be sent. */
  flush: () => Promise<void>;
};

/** What every form needs from the page around it. A form has a name like 'articles-7' or 'articles-new'. */
export type Editing = {
  /** The administrator whose drafts these are. */
  owner: string;
  username: string;
  sync: DraftSync;
  /** Shows both versions and asks; not where the other one is what this form has sent itself. */
  resolveConflict: (form: string, conflict: SaveConflict, mine: Mine) => Promise<ConflictResolution>;
};

/** `unsaved`: what would be sent; `sent`: what the previous save sent; `pictures`: those set by this form only. */
export type Mine = { unsaved: object; sent?: object | null; pictures?: (string | null)[] };

export const DraftsContext = createContext<Editing | null>(null);

export function useDraftsContext(): Editing {
  const editing = useContext(DraftsContext);
  if (!editing) throw new Error('There is no DraftsContext around this form');
  return editing;
}

/** How many drafts the site keeps of this administrator; null until that is known. */
export function useDraftCount(): number | null {
  const { sync } = useDraftsContext();
  return useSyncExternalStore(sync.watch, () => sync.list()?.drafts.length ?? null);
}

/** Whether something of this form is typed and not saved. */
export function useHasUnsavedDraft(form: string): boolean {
  const { sync } = useDraftsContext();
  return useSyncExternalStore(sync.watch, () => sync.list()?.drafts.some((draft) => draft.form === form) ?? false);
}
