import { type RefObject, useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Scrolls to the part of the screen that the address names, and focuses its first field, once the screen has loaded. Not after
 * Back, which leads to where the screen was left, nor after the person has begun to use the screen.
 */
export function useNamedPlace(main: RefObject<HTMLElement | null>): void {
  const { hash, key } = useLocation();
  const isBack = useNavigationType() === 'POP' && key !== 'default';
  useEffect(() => {
    if (hash.length < 2 || isBack || !main.current) return;
    const ends = new AbortController();
    const changes = new MutationObserver(show);
    const end = () => {
      changes.disconnect();
      ends.abort();
    };

    function show() {
      const place = main.current?.querySelector(`[id=${CSS.escape(hash.slice(1))}]`);
      if (!place) return;
      end();
      place.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true });
      place.scrollIntoView();
    }

    changes.observe(main.current, { childList: true, subtree: true });
    for (const use of ['keydown', 'pointerdown', 'wheel']) addEventListener(use, end, { signal: ends.signal });
    show();
    return end;
  }, [hash, key, isBack, main]);
}
