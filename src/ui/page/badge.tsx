import type { ReactNode } from 'react';
import styles from './badge.module.css';

type BadgeProps = { children: ReactNode; past?: boolean; cancelled?: boolean; onPicture?: boolean };

/** A short state in words; `past` stands out less, `cancelled` more, `onPicture` has an opaque background. */
export function Badge({ children, past, cancelled, onPicture }: BadgeProps) {
  const classes = [styles.badge, past && styles.past, cancelled && styles.cancelled, onPicture && styles.onPicture];
  return <span className={classes.filter(Boolean).join(' ')}>{children}</span>;
}
