/** The questions before someone leaves unsaved changes. */

export type Entry = {
  isDirty: boolean;
  /** False when this browser cannot store it. */
  store: () => boolean;
  /** Stores no more of what was removed because the site has it. */
  forget: () => void;
};

export const questions = {
  leave: {
    message: 'You have unsaved changes.',
    detail: 'If you leave, they are saved as a draft for when you come back.',
    action: 'Leave',
    keep: 'Stay',
    isHarmless: true,
  },
  lose: {
    message: 'You have unsaved changes.',
    detail: 'This browser cannot keep them: if you leave, they are lost.',
    action: 'Leave',
    keep: 'Stay',
    isHarmless: false,
  },
  discard: {
    message: 'You have unsaved changes.',
    detail: 'If you discard them, they are lost.',
    action: 'Discard changes',
    keep: 'Keep editing',
    isHarmless: false,
  },
} as const;

export function hasDirty(entries: Set<Entry>): boolean {
  return [...entries].some(({ isDirty }) => isDirty);
}

/** Stores everything unsaved, then answers which question fits. */
export function storeAndPickLeaveQuestion(entries: Set<Entry>): 'leave' | 'lose' {
  const stored = [...entries].filter(({ isDirty }) => isDirty).map(({ store }) => store());
  return stored.includes(false) ? 'lose' : 'leave';
}
