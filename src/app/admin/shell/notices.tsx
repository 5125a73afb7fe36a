import type { AdminNotices } from '#app/dashboard/dashboard.schema.ts';
import { missedSentence } from '#features/articles/schedule/schedule.ts';
import styles from '#features/newsletter/admin/outbox-notice.module.css';
import { pendingSuppressionsSentence } from '#features/newsletter/subscribers/subscriber.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { pluralise } from '#shared/text.ts';
import { Link } from '#ui/router-link.tsx';
import danger from '../outage-notice.module.css';

/** Above every screen: what needs a decision and what is wrong, but for the screens that say it themselves. */
export function Notices({ news, pathname }: { news: AdminNotices; pathname: string }) {
  const { timeZone } = useSettings();
  const { waiting, pending } = news.mailServer;
  return (
    <>
      <div role="status">
        {news.lateSchedules.map(({ articleId, issueId, title, ...missed }) => (
          <p key={`${articleId} ${issueId}`} className={styles.notice}>
            {missedSentence(missed, { title, timeZone, isIssue: articleId === null })}{' '}
            <Link
              to={articleId ? `/admin/articles?edit=${articleId}` : `/admin/newsletter/${issueId}?issue=${issueId}`}
            >
              Decide what to do
            </Link>
          </p>
        ))}
      </div>
      <div role="status">
        {news.isIll && pathname !== '/admin/doctor' && (
          <p className={danger.notice}>
            Something is wrong with this site, and it cannot send an email about it.{' '}
            <Link to="/admin/doctor">See what to do</Link>
          </p>
        )}
      </div>
      <div role="status">
        {waiting && !pathname.startsWith('/admin/newsletter') && (
          <p className={styles.notice}>
            {waiting.sentence}{' '}
            <span className={styles.whole}>
              {pluralise(waiting.mails, 'email')} {waiting.mails === 1 ? 'waits' : 'wait'}.
            </span>
          </p>
        )}
        {pending > 0 && pathname !== '/admin/subscribers' && (
          <p className={styles.notice}>
            {pendingSuppressionsSentence(pending)} <Link to="/admin/subscribers">Suppress or keep?</Link>
          </p>
        )}
      </div>
    </>
  );
}
