import type { ReactNode } from 'react';
import styles from './rows.module.css';

/** Things of a few words, such as people or links. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="plain" aria-label={label}>
      {children}
    </ul>
  );
}

type RowProps = { title: ReactNode; badges?: ReactNode; actions?: ReactNode; children?: ReactNode };

export function Row({ title, badges, actions, children }: RowProps) {
  return (
    <li className={`line ${styles.row}`}>
      <div className={styles.words}>
        <p className={`line ${styles.title}`}>
          <bdi>{title}</bdi>
          {badges}
        </p>
        <div className={`small ${styles.details}`}>{children}</div>
      </div>
      {actions && <div className="row">{actions}</div>}
    </li>
  );
}
