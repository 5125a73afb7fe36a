import type { ReactNode } from 'react';
import styles from './spinner.module.css';

/** Appears after 200 ms; without children its words are for screen readers only. */
export function Spinner({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.spinner} data-scripted role="status">
      {children ?? <span className="sr-only">Loading…</span>}
    </div>
  );
}
