import styles from './hero-art.module.css';
import drawing from './hero-art.svg?no-inline';

/** Three interlocking circles, drawn for this site: environment, people, animals, and a heart where all meet. */
export function HeroArt() {
  return (
    <svg className={styles.art} viewBox="0 0 400 380" aria-hidden="true">
      <use href={`${drawing}#art`} />
    </svg>
  );
}

/** The same three circles as an outline, for dark grounds. */
export function CirclesOutline({ className }: { className: string | undefined }) {
  return (
    <svg
      className={className}
      data-screen-only
      viewBox="0 0 420 330"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <circle cx="210" cy="131" r="129" />
      <circle cx="133" cy="254" r="129" />
      <circle cx="287" cy="254" r="129" />
    </svg>
  );
}
