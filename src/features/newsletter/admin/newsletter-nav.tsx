import { NavLink } from '#ui/link.tsx';
import styles from './newsletter-nav.module.css';

/** The screens of the newsletter. */
export function NewsletterNav() {
  return (
    <nav className={styles.nav} aria-label="Newsletter">
      <NavLink className={styles.link} to="/admin/newsletter">
        Newsletters
      </NavLink>
      <NavLink className={styles.link} to="/admin/subscribers">
        Subscribers
      </NavLink>
    </nav>
  );
}
