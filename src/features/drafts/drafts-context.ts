import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SaveConflict } from '#shared/calls/api-error.ts';
import type { ConflictResolution } from '#ui/saving/saving.ts';
import type { DraftSender, ListedDraft } from './draft-sender.ts';

/** What every form needs from the page around it. A form has a name like 'articles-7'. */
export type Editing = {
  /** The administrator whose drafts these are. */
  owner: string;
  sender: DraftSender;
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

export function useDraftList(): readonly ListedDraft[] {
  const { sender } = useDraftsContext();
  return useSyncExternalStore(sender.watch, sender.list);
}
