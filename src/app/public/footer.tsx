import { useSettings } from '#features/settings/pages/site.ts';
import styles from './footer.module.css';

export function Footer() {
  const { societyName, designCredit, copyrightLine } = useSettings();
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <p className={styles.name}>{societyName}</p>
        <p>{designCredit}</p>
        <p>{copyrightLine}</p>
      </div>
    </footer>
  );
}
