import { useCallback } from 'react';
import { RelativeTime } from '#features/settings/admin/relative-time.tsx';
import { type ListOptions, queryString } from '#shared/calls/api-client.ts';
import { useApi } from '#ui/api.ts';
import { Link } from '#ui/link.tsx';
import { LoadMore } from '#ui/lists/load-more.tsx';
import { type ListState, useList } from '#ui/lists/use-list.ts';
import { EmptyState, ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { Alert, Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import type { Activity } from '../activity.schema.ts';
import styles from './activity-screen.module.css';

export function ActivityScreen() {
  const api = useApi();
  const load = useCallback(
    (options: ListOptions) => api.list<Activity>(`/activity/admin${queryString(options)}`),
    [api],
  );
  const list = useList(load, 'Failed to load the activity');
  return (
    <>
      <ScreenHead title="Activity" />
      <Panel>
        <ActivityList list={list} />
      </Panel>
    </>
  );
}

/** Sentences, newest first; the name of what still exists leads to it. */
function ActivityList({ list }: { list: ListState<Activity> }) {
  const { items, error, loading } = list;
  if (items.length === 0) {
    if (error) return <ErrorState message={error} onRetry={() => void list.reload()} retryLabel="Retry" />;
    return loading ? <Spinner /> : <EmptyState message="Nothing has happened yet." />;
  }
  return (
    <>
      <ol className="plain" aria-busy={loading}>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <p className={styles.sentence}>
              <strong>{item.doer}</strong> {item.before}
              <bdi>{item.link ? <Link to={item.link}>{item.name}</Link> : item.name}</bdi>
              {item.after}
            </p>
            <p className={`tiny ${styles.time}`}>
              <RelativeTime at={item.at} exact />
            </p>
          </li>
        ))}
      </ol>
      {error && <Alert>{error}</Alert>}
      <LoadMore list={list} />
    </>
  );
}
