import { type ToggleEvent, useEffect, useRef, useState } from 'react';

/** Shows `place` when `toggle` is pressed. Escape closes it and returns the focus; a press or focus elsewhere closes it too. */
export function useDisclosure<Place extends HTMLElement, Toggle extends HTMLElement>() {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<Place>(null);
  const toggle = useRef<Toggle>(null);
  useEffect(() => {
    if (!isOpen) return;
    const over = new AbortController();
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      toggle.current?.focus();
      // Else it also closes the dialog around it.
      event.preventDefault();
    };
    const closeFromElsewhere = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener('keydown', closeByEscape, over);
    document.addEventListener('pointerdown', closeFromElsewhere, over);
    document.addEventListener('focusin', closeFromElsewhere, over);
    return () => over.abort();
  }, [isOpen]);
  return { isOpen, setIsOpen, place, toggle };
}

/** The same for a `<details>`, which also opens without scripts. */
export function useDetails() {
  const { isOpen, setIsOpen, place, toggle } = useDisclosure<HTMLDetailsElement, HTMLElement>();
  // It may have been opened before the scripts came.
  useEffect(() => setIsOpen(place.current?.open ?? false), [place, setIsOpen]);
  const onToggle = (event: ToggleEvent<HTMLDetailsElement>) => setIsOpen(event.currentTarget.open);
  return { details: { ref: place, open: isOpen, onToggle }, toggle, close: () => setIsOpen(false) };
}
