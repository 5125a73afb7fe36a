import { Button } from '#ui/forms/button.tsx';
import { Link } from '#ui/link.tsx';
import type { ListState } from '#ui/lists/use-list.ts';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import { Actions, Alert } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { EmptyState, ErrorState } from '#ui/page/states.tsx';
import type { Activity } from '../activity.schema.ts';
import styles from './activity-list.module.css';

/** Sentences, newest first; the name of what still exists leads to it. */
export function ActivityList({ list, timeZone }: { list: ListState<Activity>; timeZone: string }) {
  const { items, error, loading, hasMore } = list;
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
              <RelativeTime at={item.at} timeZone={timeZone} exact />
            </p>
          </li>
        ))}
      </ol>
      {error && <Alert>{error}</Alert>}
      {(hasMore || error) && (
        <Actions centred>
          <Button variant="quiet" aria-disabled={loading} onClick={() => void (loading || list.loadMore())}>
            {loading ? 'Loading...' : error ? 'Retry' : 'Load more'}
          </Button>
        </Actions>
      )}
    </>
  );
}
