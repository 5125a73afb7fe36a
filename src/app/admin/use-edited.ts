import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

type Edited<T> = {
  item: T | null;
  /** The address names an item that is still on its way. */
  isComing: boolean;
  /** Changes whenever the form must start anew. */
  formKey: string;
  edit: (item: T) => void;
  /** Back to a new, empty form. */
  clear: () => void;
};

/**
 * The item in the form, named by `?edit=7`, so that the dashboard can lead there and Back works. `read` must keep its
 * identity; it fetches what the screen does not have yet, and answers null after saying why there is none.
 */
export function useEdited<T extends { id: number }>(read: (id: number) => Promise<T | null>): Edited<T> {
  const [params, setParams] = useSearchParams();
  const [round, setRound] = useState(0);
  const [item, setItem] = useState<T | null>(null);
  const wanted = Number(params.get('edit')) || null;
  const isComing = wanted !== null && item?.id !== wanted;

  const clear = useCallback(() => {
    setItem(null);
    setRound((now) => now + 1);
    setParams({}, { preventScrollReset: true });
  }, [setParams]);

  useEffect(() => {
    if (!isComing || wanted === null) return;
    let isOver = false;
    void read(wanted).then((found) => {
      if (isOver) return;
      if (found) setItem(found);
      else clear();
    });
    return () => {
      isOver = true;
    };
  }, [isComing, wanted, read, clear]);

  function edit(next: T) {
    setItem(next);
    setRound((now) => now + 1);
    setParams({ edit: String(next.id) }, { preventScrollReset: true });
    window.scrollTo({ top: 0, behavior: 'smooth' });
  }

  return { item: wanted === null ? null : item, isComing, formKey: `${wanted ?? 'new'}-${round}`, edit, clear };
}
