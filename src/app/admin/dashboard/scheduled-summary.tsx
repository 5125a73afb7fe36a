import type { Glance } from '#app/glance/glance.schema.ts';
import { issuePath } from '#features/newsletter/issue.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Link } from '#ui/router-link.tsx';
import { ScheduledLineInList, ScheduledText } from '../schedule/scheduled-line.tsx';
import styles from './glance-panel.module.css';
import { Tile } from './tile.tsx';

type ScheduledProps = { scheduled: Glance['scheduled']; everyone: number };

/** What is scheduled next. */
export function ScheduledSummary({ scheduled: { total, next }, everyone }: ScheduledProps) {
  if (total === 0) return null;
  return (
    <div className={styles.scheduled}>
      <Tile label="Scheduled">
        <ul className={styles.list}>
          {next.map(({ articleId, issueId, title, isSent, ...schedule }) => (
            <li key={`${articleId} ${issueId}`}>
              <Link to={pathOfScheduled({ articleId, issueId })} {...languageAttributes(title)}>
                {title}
              </Link>
              <p className={styles.detail}>
                {articleId === null ? (
                  <ScheduledText title={title} schedule={schedule} count={null} isIssue />
                ) : (
                  <ScheduledLineInList article={{ id: articleId, title, isSent, schedule }} everyone={everyone} />
                )}
                {schedule.scheduledBy !== null && ` · scheduled by ${schedule.scheduledBy}`}
              </p>
            </li>
          ))}
        </ul>
        {total > next.length && (
          <p className={styles.more}>
            <Link to="/admin/articles?state=scheduled">All scheduled articles</Link>
          </p>
        )}
      </Tile>
    </div>
  );
}

function pathOfScheduled({ articleId, issueId }: { articleId: number | null; issueId: number | null }): string {
  return articleId === null ? issuePath({ articleId, id: issueId ?? 0 }) : `/admin/articles?edit=${articleId}`;
}
