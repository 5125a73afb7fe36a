import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** A short state in words; `past` is the calmer one, `onPicture` has an opaque ground. */
export function Badge({ children, past, onPicture }: { children: ReactNode; past?: boolean; onPicture?: boolean }) {
  const classes = [styles.badge, past && styles.past, onPicture && styles.onPicture];
  return <span className={classes.filter(Boolean).join(' ')}>{children}</span>;
}
