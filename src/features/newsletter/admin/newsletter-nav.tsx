import { NavLink } from '#ui/link.tsx';
import styles from './newsletter-nav.module.css';
import { isMailKept } from './outbox-notice.tsx';

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
      {isMailKept() && (
        <NavLink className={styles.link} to="/admin/outbox">
          Outbox
        </NavLink>
      )}
    </nav>
  );
}
