import { useCallback } from 'react';
import { countOf } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/page/screen.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { listNewComments } from './comments.client.ts';
import styles from './comments-panel.module.css';

/** On the dashboard: drafts that somebody has commented on since. */
export function NewCommentsNotice() {
  const api = useApi();
  const load = useCallback(() => listNewComments(api), [api]);
  // Without an answer nothing is said.
  const { data } = useFetched(load, '');
  if (!data || data.length === 0) return null;
  return (
    <div className={styles.fresh}>
      <Notice>
        {data.map(({ articleId, title, count }) => (
          <p key={articleId}>
            {countOf(count, 'new comment')} on{' '}
            <Link to={`/admin/articles?edit=${articleId}`}>
              <bdi>{title}</bdi>
            </Link>
          </p>
        ))}
      </Notice>
    </div>
  );
}
