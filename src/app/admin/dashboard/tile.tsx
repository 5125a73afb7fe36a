import { type ReactNode, useId } from 'react';
import styles from './glance-panel.module.css';

export function Tile({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`box ${styles.tile}`} aria-labelledby={id}>
      <p id={id} className={`tiny ${styles.label}`}>
        {label}
      </p>
      {children}
    </section>
  );
}
