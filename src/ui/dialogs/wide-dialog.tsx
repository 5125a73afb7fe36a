import { type ReactNode, useId } from 'react';
import { Modal } from './modal.tsx';
import styles from './wide-dialog.module.css';

type Props = { title: string; children: ReactNode; foot: ReactNode; onClose: () => void };

/** A wide modal for administrators, open while it is rendered. Escape and the cross call `onClose`. */
export function WideDialog({ title, children, foot, onClose }: Props) {
  const id = useId();
  return (
    <Modal label={title} className={styles.sheet} first="h2" onCancel={onClose}>
      <div className={styles.panel}>
        <header className={styles.head}>
          <h2 id={id} className={`clamp ${styles.title}`} tabIndex={-1} dir="auto">
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
        <footer className={`row ${styles.foot}`}>{foot}</footer>
      </div>
    </Modal>
  );
}
