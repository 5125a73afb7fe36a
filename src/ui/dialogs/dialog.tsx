import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { focusLinkTo } from '#ui/page/focus.ts';
import styles from './dialog.module.css';

type DialogProps = {
  title: string;
  picture: ReactNode;
  /** `beside` is a column of its own where there is room. */
  picturePlace?: 'above' | 'beside';
  /** Between picture and title. */
  badge?: ReactNode;
  children: ReactNode;
  onClose: () => void;
  /** Where the closing buttons lead without scripts. */
  closeHref: string;
};

/**
 * A modal that is open while it is rendered. Escape, the cross, 'Close' and a click outside call `onClose`. The focus goes
 * back to where it was, or to the link that leads here. The server renders it open and in place.
 */
export function Dialog({ title, picture, picturePlace = 'above', badge, children, onClose, closeHref }: DialogProps) {
  const { dialog, heading } = useModalInPlace();
  const isPressedOutside = useRef(false);
  const id = useId();

  /** A selection of words may end outside. The second click of a double click belongs to what opened this. */
  function closeFromOutside({ target, detail }: MouseEvent) {
    if (target === dialog.current && isPressedOutside.current && detail < 2) onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Escape and two buttons do the same
    <dialog
      ref={dialog}
      className={styles.dialog}
      open
      aria-labelledby={id}
      onPointerDown={({ target }) => {
        isPressedOutside.current = target === dialog.current;
      }}
      onClick={closeFromOutside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={`${styles.panel} ${styles[picturePlace]}`}>
        <CloseForm className={styles.cross} href={closeHref} onClose={onClose}>
          <button type="submit" aria-label="Close dialog">
            <span aria-hidden="true">×</span>
          </button>
        </CloseForm>
        <div className={styles.picture}>{picture}</div>
        <div className={styles.body}>
          {badge}
          <h2 ref={heading} id={id} tabIndex={-1} {...languageAttributes(title)}>
            {title}
          </h2>
          {children}
          <CloseForm className={styles.foot} href={closeHref} onClose={onClose}>
            <Button type="submit" variant="quiet">
              Close
            </Button>
          </CloseForm>
        </div>
      </div>
    </dialog>
  );
}

/** Opens the dialog as a modal, and returns the focus when it closes. */
function useModalInPlace() {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // A layout effect: with a later one the browser no longer knows where the focus came from.
  useLayoutEffect(() => {
    const { current } = dialog;
    if (!current) return;
    const trigger = document.activeElement;
    const address = location.pathname + location.search;
    current.removeAttribute('open');
    current.showModal();
    heading.current?.focus();
    return () => {
      current.close();
      // A new page focuses its heading, which is not a place to return to.
      if (trigger instanceof HTMLElement && trigger.tabIndex >= 0) trigger.focus({ preventScroll: true });
      else focusLinkTo(address);
    };
  }, []);
  return { dialog, heading };
}

type CloseFormProps = { className: string | undefined; href: string; onClose: () => void; children: ReactNode };

/** Works without scripts. A GET form replaces the query of its address by its fields. */
function CloseForm({ className, href, onClose, children }: CloseFormProps) {
  const query = new URLSearchParams(href.split('?')[1]);
  return (
    <form
      className={className}
      action={href}
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {[...query].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
