import { createContext, use } from 'react';
import { useReloadOn } from '#ui/use-reload-on.ts';

/** The ids of the articles whose plans wait for somebody to decide. */
export const LatePlansContext = createContext('');

/** Fetches again what a screen shows of plans, when one has come to wait or was decided about, by anybody. */
export function useReloadOnDecision(reload: () => Promise<void>): void {
  useReloadOn(use(LatePlansContext), reload);
}
