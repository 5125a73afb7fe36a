import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The options of a navigation from a list to one of its entries: closing the entry then goes back. */
export const fromList = { state: { fromList: true }, preventScrollReset: true } as const;

/** Closes an entry: goes back to the list that opened it, otherwise to `list`. */
export function useCloseToList(list: string): () => void {
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  useEffect(() => {
    isLeaving.current = false;
  }, [key]);

  return () => {
    // Going back takes a moment. A second click must not go back further.
    if (isLeaving.current) return;
    isLeaving.current = true;
    const cameFromList = (state as { fromList?: boolean } | null)?.fromList;
    void (cameFromList ? navigate(-1) : navigate(list, { replace: true, preventScrollReset: true }));
  };
}
