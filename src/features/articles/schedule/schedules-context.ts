import { createContext, use } from 'react';
import { useReloadOn } from '#ui/use-reload-on.ts';

/** Which plans wait for someone to decide, and which goes live next. Null until the server has told it. */
export const SchedulesContext = createContext<string | null>(null);

/** Fetches again what a screen shows of plans, when one has come to wait, was decided about or went live. */
export function useReloadOnScheduleChange(reload: () => Promise<void>): void {
  useReloadOn(use(SchedulesContext), reload);
}
