import { createContext, useContext } from 'react';
import type { SaveConflict } from '#shared/api-error.ts';

/** What to do when somebody else has saved the same item meanwhile. */
export type ConflictResolution = 'overwrite' | 'load latest' | 'keep editing';

/** What every form needs from the page around it. A form has a name like 'articles-7' or 'articles-new'. */
export type Editing = {
  /** The administrator whose drafts these are. */
  owner: string;
  /** Shows both versions and asks; `unsaved` is what would be sent. */
  resolveConflict: (form: string, conflict: SaveConflict, unsaved: object) => Promise<ConflictResolution>;
};

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('There is no EditingContext around this form');
  return editing;
}
