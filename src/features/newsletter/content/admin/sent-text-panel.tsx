import { useCallback } from 'react';
import { useApi } from '#ui/api.ts';
import { Panel } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { ErrorState } from '#ui/page/states.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { getPreview } from '../mail-views.client.ts';
import styles from './mail-view.module.css';
import { MailView } from './mail-view.tsx';

/** What went out, however the article was changed since. */
export function SentTextPanel({ articleId, issueId }: { articleId: number; issueId: number }) {
  const api = useApi();
  const load = useCallback(() => getPreview(api, articleId, issueId), [api, articleId, issueId]);
  const { data, error, reload } = useFetched(load, 'Failed to load what was sent');
  return (
    <Panel title="As it was sent">
      {!data && !error && <Spinner />}
      {error && <ErrorState message={error} onRetry={() => void reload()} retryLabel="Retry" />}
      {data && (
        <div className={styles.preview}>
          <MailView view={data} />
        </div>
      )}
    </Panel>
  );
}
