import { useSyncExternalStore } from 'react';
import { viewOf, watchTextPictures } from './text-pictures.ts';
import { waitingIn } from './waiting-pictures.ts';

export type WaitingPictures = {
  /** Some are on their way, by somebody's wish: nothing is saved meanwhile. */
  isBusy: boolean;
  /** Some would be lost with this page. */
  isUnkept: boolean;
  /** What keeps the others, in words. */
  stuck: string;
};

/** The pictures of the text that are not on the site yet. */
export function useWaitingPictures(content: string): WaitingPictures {
  const ids = waitingIn(content).map(({ id }) => id);
  // As a text, which stays the same while nothing changes.
  const known = useSyncExternalStore(watchTextPictures, () => JSON.stringify(summary(ids)));
  return JSON.parse(known) as WaitingPictures;
}

function summary(ids: string[]): WaitingPictures {
  const views = ids.map(viewOf);
  return {
    isBusy: views.some(({ isBusy }) => isBusy),
    isUnkept: views.some(({ isUnkept }) => isUnkept),
    stuck: views.flatMap(({ stuck, text }) => (stuck === null ? [] : text)).join(' '),
  };
}
