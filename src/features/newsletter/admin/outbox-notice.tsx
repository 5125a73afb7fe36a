import { Link } from '#ui/link.tsx';
import styles from './outbox-notice.module.css';

/** Said by the page itself, so that no screen waits for it. */
export function isMailKept(): boolean {
  return document.querySelector('meta[name="mail"]')?.getAttribute('content') === 'outbox';
}

/** Above every screen while no mail server is set (B7). */
export function OutboxNotice() {
  if (!isMailKept()) return null;
  return (
    <p className={styles.notice}>
      No mail server is set: mails are not sent, only kept in the <Link to="/admin/outbox">outbox</Link>.
    </p>
  );
}
