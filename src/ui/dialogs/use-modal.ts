import { useLayoutEffect, useRef } from 'react';
import { suppressDoubleClick } from './suppress-double-click.ts';

/** A `<dialog>` that is modal while it is rendered; what the selector `first` finds in it takes the focus. */
export function useModal(first?: string) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect closes before the element is gone: only so does the browser give the focus back.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    if (first) current?.querySelector<HTMLElement>(first)?.focus();
    return () => {
      current?.close();
      suppressDoubleClick();
    };
  }, [first]);
  return dialog;
}
