import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What a list gives the entry that it opens, so that closing it leads back instead of on. */
export const fromList = { state: { fromList: true }, preventScrollReset: true } as const;

/** Closes what has an address of its own: back to the list that opened it, else on to `list`. */
export function useCloseToList(list: string): () => void {
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  useEffect(() => {
    isLeaving.current = false;
  }, [key]);

  return () => {
    // The browser takes a moment to go back; a second click must not lead back further.
    if (isLeaving.current) return;
    isLeaving.current = true;
    const cameFromList = (state as { fromList?: boolean } | null)?.fromList;
    void (cameFromList ? navigate(-1) : navigate(list, { replace: true, preventScrollReset: true }));
  };
}
