import styles from './admin-nav.module.css';

type Props = { shortName: string };

/** The bar of a page whose session is not known yet. The server sends it with the page, so that the page is not empty. */
export function EarlyBar({ shortName }: Props) {
  return (
    <header className={`line ${styles.bar}`} data-screen-only>
      <BarName shortName={shortName} />
    </header>
  );
}

export function BarName({ shortName }: Props) {
  return (
    <span className={styles.name}>
      <bdi>{shortName}</bdi>
      <span className={styles.where}> · Admin</span>
    </span>
  );
}
