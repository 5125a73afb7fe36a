import { createContext, useContext } from 'react';
import type { SaveConflict } from '#shared/api-error.ts';

/** What to do when somebody else has saved the same item meanwhile. */
export type Settlement = 'mine' | 'theirs' | 'keep editing';

/** What every form needs to know about where it stands; a form is named like 'articles-7' or 'articles-new'. */
export type Desk = {
  /** Whose drafts these are. */
  owner: string;
  /** Shows both versions and asks; `mine` is what would be sent. */
  settle: (form: string, conflict: SaveConflict, mine: object) => Promise<Settlement>;
};

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('There is no desk around this form');
  return desk;
}
