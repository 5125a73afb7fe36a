import { useContext, useEffect, useLayoutEffect } from 'react';
import { type Location, UNSAFE_DataRouterContext, UNSAFE_DataRouterStateContext, useLocation } from 'react-router';

const stored = 'react-router-scroll-positions';

/** How far each place in the history was scrolled. */
const positions: Record<string, number> = {};

type Props = {
  /** What has the same key has the same place. */
  getKey?: (location: Location) => string;
};

export const ScrollRestoration = import.meta.env.SSR ? ScrollNowhere : ScrollInBrowser;

function ScrollNowhere(_props: Props) {
  return null;
}

/** Back and Forward show a page where it was left, other links from its top or the place that they name. */
function ScrollInBrowser({ getKey = ownKey }: Props) {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const { restoreScrollPosition, preventScrollReset } = useContext(UNSAFE_DataRouterStateContext) ?? {};
  const location = useLocation();

  useLayoutEffect(() => {
    Object.assign(positions, positionsBefore());
    return router?.enableScrollRestoration(positions, () => scrollY, getKey);
  }, [router, getKey]);

  useLayoutEffect(() => {
    if (restoreScrollPosition === false) return;
    const place = placeIn(location.hash);
    if (typeof restoreScrollPosition === 'number') scrollTo(0, restoreScrollPosition);
    else if (place) place.scrollIntoView();
    else if (!preventScrollReset) scrollTo(0, 0);
  }, [location, restoreScrollPosition, preventScrollReset]);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    // A page that comes back from the browser's cache.
    const whenShown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) history.scrollRestoration = 'manual';
    };
    const whenHidden = () => {
      if (router && router.state.navigation.state === 'idle') positions[getKey(router.state.location)] = scrollY;
      keep();
      history.scrollRestoration = 'auto';
    };
    addEventListener('pageshow', whenShown);
    addEventListener('pagehide', whenHidden);
    return () => {
      removeEventListener('pageshow', whenShown);
      removeEventListener('pagehide', whenHidden);
      history.scrollRestoration = 'auto';
    };
  }, [router, getKey]);

  return null;
}

function ownKey({ key }: Location): string {
  return key;
}

/** Of this tab before the page was loaded. */
function positionsBefore(): object {
  try {
    return JSON.parse(sessionStorage.getItem(stored) ?? '{}') as object;
  } catch {
    return {};
  }
}

function keep(): void {
  try {
    sessionStorage.setItem(stored, JSON.stringify(positions));
  } catch {
    // A browser that stores nothing scrolls to the top after a reload.
  }
}

function placeIn(hash: string): Element | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}
