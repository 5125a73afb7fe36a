import { useSyncExternalStore } from 'react';
import { pendingPictures } from './pending-pictures.ts';
import { viewOf, watchTextPictures } from './text-pictures.ts';

export type PendingSummary = {
  /** Somebody asked to upload some of them: nothing is saved meanwhile. */
  isBusy: boolean;
  /** Some would be lost if this page were closed. */
  isUnstored: boolean;
  /** Why the others are not on the site, as a sentence. */
  stuck: string;
};

/** The pictures of the text that are not on the site yet. */
export function usePendingPictures(content: string): PendingSummary {
  const ids = pendingPictures(content).map(({ id }) => id);
  // As a string: React compares snapshots by identity.
  const known = useSyncExternalStore(watchTextPictures, () => JSON.stringify(summary(ids)));
  return JSON.parse(known) as PendingSummary;
}

function summary(ids: string[]): PendingSummary {
  const views = ids.map(viewOf);
  return {
    isBusy: views.some(({ isBusy }) => isBusy),
    isUnstored: views.some(({ isUnstored }) => isUnstored),
    stuck: views.flatMap(({ stuck, text }) => (stuck === null ? [] : text)).join(' '),
  };
}
