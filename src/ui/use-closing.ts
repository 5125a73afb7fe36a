import { type RefObject, useEffect, useRef } from 'react';

type Closing = {
  isOpen: boolean;
  close: () => void;
  place: RefObject<HTMLElement | null>;
  toggle: RefObject<HTMLElement | null>;
};

/** Escape closes and returns the focus. A press or the focus elsewhere closes too. */
export function useClosing({ isOpen, close, place, toggle }: Closing): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      latest.current();
      toggle.current?.focus();
      // Else it also closes the dialog around it.
      event.preventDefault();
    };
    const closeFromElsewhere = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) latest.current();
    };
    document.addEventListener('keydown', closeByEscape);
    document.addEventListener('pointerdown', closeFromElsewhere);
    document.addEventListener('focusin', closeFromElsewhere);
    return () => {
      document.removeEventListener('keydown', closeByEscape);
      document.removeEventListener('pointerdown', closeFromElsewhere);
      document.removeEventListener('focusin', closeFromElsewhere);
    };
  }, [isOpen, place, toggle]);
}
