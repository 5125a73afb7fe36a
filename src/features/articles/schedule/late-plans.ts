import { createContext, use, useEffect, useRef } from 'react';

/** The ids of the articles whose plans wait for somebody to decide. */
export const LatePlansContext = createContext('');

/** Fetches again what a screen shows of plans, when one has come to wait or was decided about, by anybody. */
export function useReloadOnDecision(reload: () => Promise<void>): void {
  const ids = use(LatePlansContext);
  const shown = useRef(ids);
  useEffect(() => {
    if (shown.current === ids) return;
    shown.current = ids;
    void reload();
  }, [ids, reload]);
}
