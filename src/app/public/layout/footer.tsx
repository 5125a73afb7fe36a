import { useSettings } from '#features/settings/pages/site.ts';
import styles from './footer.module.css';

export function Footer() {
  const { societyName, designCredit, copyrightLine, socialLinks } = useSettings();
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <p className={styles.name}>{societyName}</p>
        <p>{designCredit}</p>
        <p>{copyrightLine}</p>
        {socialLinks.length > 0 && (
          <nav aria-label="Elsewhere">
            <ul className={styles.links}>
              {socialLinks.map(({ label, url }, index) => (
                <li key={index}>
                  <a href={url}>{label}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </footer>
  );
}
