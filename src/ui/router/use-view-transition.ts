import { useContext } from 'react';
import { UNSAFE_ViewTransitionContext } from 'react-router';

/** Whether the browser is moving from one page to another, and `path` is one of them. */
export function useViewTransition(path: string): boolean {
  const transition = useContext(UNSAFE_ViewTransitionContext);
  if (!transition.isTransitioning) return false;
  return [transition.currentLocation, transition.nextLocation].some(({ pathname }) => pathname === path);
}
