import styles from '#features/newsletter/admin/outbox-notice.module.css';
import { pendingSuppressionsSentence } from '#features/newsletter/subscribers/subscriber.ts';
import { pluralise } from '#shared/text.ts';
import { Link } from '#ui/router-link.tsx';
import type { MailServerStatus } from '../mail-server/mail-server.schema.ts';

type Props = {
  status: MailServerStatus;
  /** False on the screens whose cards say it themselves. */
  tellsWaiting: boolean;
  /** False on the screen that asks about them itself. */
  tellsPending: boolean;
};

/** Shown above every screen while the mail server refuses all mail or one newsletter, or bounced addresses need a decision. */
export function DeliveryTroubleNotice({ status: { waiting, pending }, tellsWaiting, tellsPending }: Props) {
  return (
    <div role="status">
      {tellsWaiting && waiting && (
        <p className={styles.notice}>
          {waiting.sentence}{' '}
          <span className={styles.whole}>
            {pluralise(waiting.mails, 'email')} {waiting.mails === 1 ? 'waits' : 'wait'}.
          </span>
        </p>
      )}
      {tellsPending && pending > 0 && (
        <p className={styles.notice}>
          {pendingSuppressionsSentence(pending)} <Link to="/admin/subscribers">Suppress or keep?</Link>
        </p>
      )}
    </div>
  );
}
