import { type ReactNode, useId } from 'react';
import styles from './sheet.module.css';
import { useModal } from './use-modal.ts';

type Props = { title: string; children: ReactNode; foot: ReactNode; onClose: () => void };

/** A wide modal for administrators, open while it is rendered. Escape and the cross call `onClose`. */
export function Sheet({ title, children, foot, onClose }: Props) {
  const id = useId();
  const dialog = useModal('h2');
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.panel}>
        <header className={styles.head}>
          <h2 id={id} className={styles.title} tabIndex={-1} dir="auto">
            {title}
          </h2>
          <button type="button" className={styles.cross} aria-label="Close dialog" onClick={onClose}>
            <span aria-hidden="true">×</span>
          </button>
        </header>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls what is longer than the window */}
        <div className={styles.body} role="region" aria-labelledby={id} tabIndex={0}>
          {children}
        </div>
        <footer className={styles.foot}>{foot}</footer>
      </div>
    </dialog>
  );
}
