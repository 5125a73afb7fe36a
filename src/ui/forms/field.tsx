import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

export type Shown = { label: string; hint?: ReactNode; error?: string | null; required?: boolean };
export type Control = { id: string; className: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

/** Label, counter or hint, and error around one control, tied together for screen readers. */
export function Field({
  label,
  hint,
  error,
  counter,
  below,
  children,
}: Shown & {
  counter?: { length: number; limit: number };
  /** More below the control. */
  below?: ReactNode;
  children: (control: Control) => ReactNode;
}) {
  const id = useId();
  const described = [hint && `${id}-hint`, counter && `${id}-counter`, error && `${id}-error`].filter(Boolean);
  return (
    <div className={styles.field}>
      <div className={`row ${styles.head}`}>
        <label className="strong" htmlFor={id}>
          {label}
        </label>
        {counter && (
          <span
            id={`${id}-counter`}
            className={`tiny ${styles.counter}`}
            data-full={counter.length >= counter.limit || undefined}
          >
            {counter.length} / {counter.limit}
          </span>
        )}
      </div>
      {children({
        id,
        className: styles.control ?? '',
        ...(described.length > 0 ? { 'aria-describedby': described.join(' ') } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {below}
    </div>
  );
}
