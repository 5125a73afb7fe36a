import type { LateSchedule } from '#features/articles/schedule/schedule.schema.ts';
import { missedSentence } from '#features/articles/schedule/schedule.ts';
import styles from '#features/newsletter/admin/outbox-notice.module.css';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { Link } from '#ui/router-link.tsx';

/** Shown above every screen while something scheduled needs a decision. Each notice leads to the form that decides. */
export function MissedScheduleNotices({ schedules }: { schedules: LateSchedule[] }) {
  const { timeZone } = useSettings();
  return (
    <div role="status">
      {schedules.map(({ articleId, issueId, title, ...missed }) => (
        <p key={`${articleId} ${issueId}`} className={styles.notice}>
          {missedSentence(missed, { title, timeZone, isIssue: articleId === null })}{' '}
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
