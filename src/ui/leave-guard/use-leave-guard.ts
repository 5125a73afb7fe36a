import { createContext, useContext, useEffect, useId } from 'react';

export type LeaveGuard = {
  /** Asks while something is under way that would be lost. */
  mayLeave: () => Promise<boolean>;
  /** Asks before unsaved changes are discarded. */
  mayDiscard: () => Promise<boolean>;
  /** What is under way. */
  underWay: Set<string>;
};

/** The state of a navigation that leaves the form as it is. */
export const staying = { isStaying: true } as const;

/** The state of a navigation from the menu: on phones an empty form that is open folds. */
export const fromMenu = { isFromMenu: true } as const;

export const LeaveGuardContext = createContext<LeaveGuard | null>(null);

export function useLeaveGuard(): LeaveGuard {
  const guard = useContext(LeaveGuardContext);
  if (!guard) throw new Error('There is no LeaveGuard around this screen');
  return guard;
}

/** Asks before leaving while something is under way that this browser cannot keep. */
export function useUnstoredGuard(isUnderWay: boolean): void {
  const { underWay } = useLeaveGuard();
  const id = useId();
  // After each rendering: a form beside it that opens or closes clears what is under way.
  useEffect(() => {
    if (isUnderWay) underWay.add(id);
    return () => void underWay.delete(id);
  });
}
