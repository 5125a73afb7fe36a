import { type RefObject, useEffect, useRef } from 'react';

/**
 * A ref for the element around the form. When the form shows another item, it takes the focus and scrolls into view, or what was
 * just saved above it.
 */
export function useFormFocus(formKey: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const focusedFor = useRef(formKey);
  useEffect(() => {
    if (focusedFor.current === formKey) return;
    focusedFor.current = formKey;
    const saved = place.current?.querySelector<HTMLElement>('[data-just-saved]');
    (saved ?? place.current)?.focus({ preventScroll: true });
    // The pressed button is always in view, what stands above a long form is not.
    if (saved) saved.scrollIntoView({ block: 'center' });
    // The previous form was longer: only the list below it is in view.
    else if (place.current && place.current.getBoundingClientRect().bottom < 200) place.current.scrollIntoView();
  }, [formKey]);
  return place;
}
