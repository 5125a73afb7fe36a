import type { ReactNode } from 'react';
import styles from './rows.module.css';

/** People, links or other things of a few words, one below the other. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

type RowProps = { title: ReactNode; badges?: ReactNode; actions?: ReactNode; children?: ReactNode };

/** What it is, what is to know about it, and at its end what can be done with it. */
export function Row({ title, badges, actions, children }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.title}>
          <bdi>{title}</bdi>
          {badges}
        </p>
        <div className={styles.details}>{children}</div>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  );
}
