import { useSyncExternalStore } from 'react';
import { pendingPictures } from './pending-pictures.ts';
import { viewOf, watchTextPictures } from './text-pictures.ts';

export type PendingSummary = {
  /** Some are being uploaded because somebody asked for it: nothing is saved meanwhile. */
  isBusy: boolean;
  /** Some would be lost with this page. */
  isUnstored: boolean;
  /** Why the others are not on the site, in words. */
  stuck: string;
};

/** The pictures of the text that are not on the site yet. */
export function usePendingPictures(content: string): PendingSummary {
  const ids = pendingPictures(content).map(({ id }) => id);
  // As a text, which stays the same while nothing changes.
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
