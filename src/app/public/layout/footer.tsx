import type { ReactNode } from 'react';
import { newsletterPlace, usePageSettings, usePagesWhere } from '#features/settings/pages/site-context.ts';
import { Link } from '#ui/router-link.tsx';
import styles from './footer.module.css';

export function Footer() {
  const { societyName, designCredit, copyrightLine, contactLine, socialLinks } = usePageSettings();
  const pages = usePagesWhere('place', 'footer');
  return (
    <footer className={styles.footer} data-screen-only>
      <div className={`row ${styles.columns}`}>
        <div className={styles.society}>
          <p className={styles.title} dir="auto">
            {societyName}
          </p>
          <p dir="auto">{designCredit}</p>
          <p dir="auto">{copyrightLine}</p>
        </div>
        <Column title="Follow">
          <Link to={newsletterPlace.address}>Newsletter</Link>
          {/* The browser opens the menu around that place. */}
          <a href="/events#calendar">Calendar</a>
          <a href="/feed.xml">RSS feed</a>
        </Column>
        {(contactLine || socialLinks.length > 0) && (
          <Column title="Contact">
            {contactLine && <p dir="auto">{contactLine}</p>}
            {socialLinks.map(({ label, url }, index) => (
              <a key={index} href={url} dir="auto">
                {label}
              </a>
            ))}
          </Column>
        )}
        {pages.length > 0 && (
          <nav aria-label="Pages">
            <p className={styles.title}>More</p>
            {pages.map(({ title, path }) => (
              <Link key={path} to={path} dir="auto">
                {title}
              </Link>
            ))}
          </nav>
        )}
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <p className={styles.title}>{title}</p>
      {children}
    </section>
  );
}
