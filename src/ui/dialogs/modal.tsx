import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

type Props = {
  label: string;
  className: string | undefined;
  role?: 'alertdialog';
  'aria-describedby'?: string | undefined;
  /** What this selector finds in it takes the focus. */
  first?: string;
  onCancel: () => void;
  children: ReactNode;
};

/** A modal that is open while it is rendered, wherever it is asked for. Escape calls `onCancel`. */
export function Modal({ label, first, onCancel, children, ...attributes }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect closes it before the element is removed: only then does the browser return the focus.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    if (first) current?.querySelector<HTMLElement>(first)?.focus();
    return () => current?.close();
  }, [first]);
  return createPortal(
    <dialog
      ref={dialog}
      aria-label={label}
      {...attributes}
      onCancel={(event) => {
        // A nested dialog handles its own cancel event.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onCancel();
      }}
    >
      {children}
    </dialog>,
    document.body,
  );
}
