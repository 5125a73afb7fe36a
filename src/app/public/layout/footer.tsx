import { useSettings } from '#features/settings/pages/site.ts';
import styles from './footer.module.css';

export function Footer() {
  const { societyName, designCredit, copyrightLine, socialLinks } = useSettings();
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <p className={styles.name} dir="auto">
          {societyName}
        </p>
        <p dir="auto">{designCredit}</p>
        <p dir="auto">{copyrightLine}</p>
        {socialLinks.length > 0 && (
          <nav aria-label="Elsewhere">
            <ul className={styles.links}>
              {socialLinks.map(({ label, url }, index) => (
                <li key={index}>
                  <a href={url} dir="auto">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </footer>
  );
}
