import type { LateSchedule } from '#features/articles/schedule/schedule.schema.ts';
import { missedSentence, scheduledTime } from '#features/articles/schedule/schedule.ts';
import styles from '#features/newsletter/admin/outbox-notice.module.css';
import { Link } from '#ui/link.tsx';
import { useSettings } from '../use-settings.ts';

/** Above every screen, while something scheduled waits for someone to decide. That is done where it is written. */
export function LateNotices({ plans }: { plans: LateSchedule[] }) {
  const { timeZone } = useSettings();
  return (
    <div role="status">
      {plans.map(({ articleId, issueId, title, state, publishAt }) => (
        <p key={`${articleId} ${issueId}`} className={styles.notice}>
          {missedSentence(state, { title, when: scheduledTime(publishAt, timeZone) })}{' '}
          <Link
            to={
              articleId === null ? `/admin/newsletter/${issueId}?issue=${issueId}` : `/admin/articles?edit=${articleId}`
            }
          >
            Decide what to do
          </Link>
        </p>
      ))}
    </div>
  );
}
