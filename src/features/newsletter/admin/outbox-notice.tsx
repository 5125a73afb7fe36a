import { useState } from 'react';
import { noMailServer } from '#features/newsletter/newsletter.ts';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { Link } from '#ui/router-link.tsx';
import styles from './outbox-notice.module.css';

const [before, after] = noMailServer.split('outbox');

const hiddenKey = 'outboxNoticeHidden';

/** Above every screen while no mail server is set (B7). A press hides it for the day. */
export function OutboxNotice() {
  const [isHidden, setHidden] = useState(() => localStorage.getItem(hiddenKey) === new Date().toDateString());
  if (!isMailServerMissing() || isHidden) return null;

  function hide() {
    localStorage.setItem(hiddenKey, new Date().toDateString());
    setHidden(true);
  }

  return (
    <p className={`${styles.notice} line ${styles.row}`}>
      <span>
        {before}
        <Link to="/admin/outbox">outbox</Link>
        {after}
      </span>
      <button type="button" className={`notable ${styles.hide}`} onClick={hide}>
        Hide until tomorrow
      </button>
    </p>
  );
}
