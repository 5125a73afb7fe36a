/** What is asked before something unsaved is left behind, and what must be known to ask it. */

export type Entry = {
  isDirty: boolean;
  /** Pictures for the text, which only the page that is being left can put into it; else a form's content. */
  isUpload: boolean;
  /** Stores what is unsaved; false when this browser cannot. */
  store: () => boolean;
  /** Nothing of it is stored from now on. */
  remove: () => void;
};

export const questions = {
  leave: {
    message: 'You have unsaved changes.',
    detail: 'If you leave, they are kept in this browser and offered to you when you come back.',
    action: 'Leave',
    keep: 'Stay',
    isHarmless: true,
  },
  lose: {
    message: 'You have unsaved changes.',
    detail: 'This browser cannot keep them: if you leave, they are gone.',
    action: 'Leave',
    keep: 'Stay',
    isHarmless: false,
  },
  upload: {
    message: 'An image is still being uploaded.',
    detail: 'If you leave now, it will be missing from the text; everything else is kept in this browser.',
    action: 'Leave',
    keep: 'Stay',
    isHarmless: false,
  },
  discard: {
    message: 'You have unsaved changes.',
    detail: 'If you discard them, they are gone for good.',
    action: 'Discard changes',
    keep: 'Keep editing',
    isHarmless: false,
  },
  logOut: {
    message: 'You have unsaved changes.',
    detail: 'This browser can keep them for you until you sign in again. If others use this computer, remove them.',
    action: 'Keep and log out',
    keep: 'Stay',
    isHarmless: true,
  },
} as const;

export function hasDirty(entries: Set<Entry>): boolean {
  return [...entries].some(({ isDirty }) => isDirty);
}

/** Stores what can be stored; what to ask then. */
export function leaveQuestion(entries: Set<Entry>): 'leave' | 'lose' | 'upload' {
  const dirty = [...entries].filter(({ isDirty }) => isDirty);
  const stored = dirty.map(({ store }) => store());
  if (stored.includes(false)) return 'lose';
  return dirty.some(({ isUpload }) => isUpload) ? 'upload' : 'leave';
}
