import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** A short state in words; `past` stands out less, `onPicture` has an opaque background. */
export function Badge({ children, past, onPicture }: { children: ReactNode; past?: boolean; onPicture?: boolean }) {
  const classes = [styles.badge, past && styles.past, onPicture && styles.onPicture];
  return <span className={classes.filter(Boolean).join(' ')}>{children}</span>;
}
