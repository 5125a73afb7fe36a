import styles from './progress-bar.module.css';

/** `percent` null: under way, progress unknown. */
export function ProgressBar({ label, percent }: { label: string; percent: number | null }) {
  return (
    <progress className={styles.bar} aria-label={label} max={100} {...(percent === null ? {} : { value: percent })} />
  );
}
