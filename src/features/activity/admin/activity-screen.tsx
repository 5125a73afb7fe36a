import { RelativeTime } from '#features/settings/admin/relative-time.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { useApiList } from '#ui/lists/use-list.ts';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import { Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { Link } from '#ui/router-link.tsx';
import type { Activity } from '../activity.schema.ts';
import styles from './activity-screen.module.css';

/** Sentences, newest first; the name of what still exists leads to it. */
export function ActivityScreen() {
  const list = useApiList<Activity>('/activity/admin', 'Failed to load the activity');
  return (
    <>
      <ScreenHead title="Activity" />
      <Panel>
        <RowList
          list={list}
          label="Activity"
          empty={<EmptyState message="Nothing has happened yet." />}
          row={({ id, doer, before, link, name, after, at }) => (
            <li key={id} className={`row ${styles.item}`}>
              <p className={styles.sentence}>
                <strong>{doer}</strong> {before}
                <bdi>{link ? <Link to={link}>{name}</Link> : name}</bdi>
                {after}
              </p>
              <p className={`tiny ${styles.time}`}>
                <RelativeTime at={at} exact />
              </p>
            </li>
          )}
        />
      </Panel>
    </>
  );
}
