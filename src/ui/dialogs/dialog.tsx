import { type FormEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { focusLinkTo } from '#ui/page/focus.ts';
import { writtenIn } from '#ui/written-in.ts';
import styles from './dialog.module.css';

type DialogProps = {
  title: string;
  picture: ReactNode;
  /** Edge to edge above the words, or in a column of its own where there is room. */
  picturePlace?: 'above' | 'beside';
  /** Between picture and title. */
  badge?: ReactNode;
  children: ReactNode;
  onClose: () => void;
  /** Where the closing buttons lead without scripts. */
  closeHref: string;
};

/**
 * A modal that is open while it is rendered: Escape, the cross, 'Close' and a click outside call `onClose`, and
 * the focus goes back to where it was, or to the link that leads here. The server renders it open and in place.
 */
export function Dialog({ title, picture, picturePlace = 'above', badge, children, onClose, closeHref }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isPressedOutside = useRef(false);
  const id = useId();

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
      // A heading had it only because a page had just begun.
      if (trigger instanceof HTMLElement && trigger.tabIndex >= 0) trigger.focus({ preventScroll: true });
      else focusLinkTo(address);
    };
  }, []);

  function closeByForm(event: FormEvent) {
    event.preventDefault();
    onClose();
  }

  /** Begun outside as well: who marks words may let go there. The second half of a double click opened this. */
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
        <form className={styles.cross} action={closeHref} onSubmit={closeByForm}>
          <QueryFields href={closeHref} />
          <button type="submit" aria-label="Close dialog">
            <span aria-hidden="true">×</span>
          </button>
        </form>
        <div className={styles.picture}>{picture}</div>
        <div className={styles.body}>
          {badge}
          <h2 ref={heading} id={id} tabIndex={-1} {...writtenIn(title)}>
            {title}
          </h2>
          {children}
          <form className={styles.foot} action={closeHref} onSubmit={closeByForm}>
            <QueryFields href={closeHref} />
            <Button type="submit" variant="quiet">
              Close
            </Button>
          </form>
        </div>
      </div>
    </dialog>
  );
}

/** Without scripts a form that reads replaces the query of its address by its fields. */
function QueryFields({ href }: { href: string }) {
  const query = new URLSearchParams(href.split('?')[1]);
  return [...query].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
