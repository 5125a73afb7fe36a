import { useCallback, useRef, useState } from 'react';
import { isSame, newKey } from './draft-storage.ts';

/** What the server has. `form` names it, like 'articles-7' or 'articles-new'; `version` is null for a new item. */
export type Saved<V> = { form: string; values: V; version: number | null; savedBy?: string | null | undefined };

export type DraftState<V> = {
  id: string;
  key: string;
  /** The id of the draft on the site that it goes on from. */
  over: string | null;
  values: V;
  file: File | null;
  version: number | null;
  /** As the last save sent it; its answer may be lost. */
  sent: object | null;
  saved: Saved<V>;
  /** Saved or discarded: nothing of it is stored. */
  isDone: boolean;
};

export type DraftContent<V extends object> = ReturnType<typeof useDraftContent<V>>;

/** What a form holds. `now` is current between two renderings too, when the editor or a double click asks. */
export function useDraftContent<V extends object>(start: Saved<V>) {
  const [state, setState] = useState<DraftState<V>>(() => ({
    ...{ id: newKey(), key: newKey(), over: null },
    ...{ values: start.values, file: null },
    ...{ version: start.version, sent: null, saved: start, isDone: false },
  }));
  const now = useRef(state);
  const set = useCallback((part: Partial<DraftState<V>>) => {
    now.current = { ...now.current, ...part };
    setState(now.current);
  }, []);
  return { state, now, set };
}

/** What was sent without an answer may be on the site: then what it was before is a change as well. */
export function isUnsaved<V extends object>({ isDone, file, values, saved, sent }: DraftState<V>): boolean {
  return !isDone && (file !== null || sent !== null || !isSame(values, saved.values));
}
