import { useCallback } from 'react';
import type { Api } from '#shared/api-client.ts';
import { TextLink } from '#ui/button.tsx';
import { Panel, ScreenHead } from '#ui/screen.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { ErrorState } from '#ui/states.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { getIssueDetail } from '../issue-reports.client.ts';
import { IssueCard } from './issue-card.tsx';
import styles from './issue-screen.module.css';
import { MissedPanel } from './missed-panel.tsx';
import { NewsletterNav } from './newsletter-nav.tsx';
import { PreviewPanel } from './preview-panel.tsx';

/** The newsletter of one article, sent or not. Key it by the article. */
export function IssueScreen({ api, articleId }: { api: Api; articleId: number }) {
  const load = useCallback(() => getIssueDetail(api, articleId), [api, articleId]);
  const { data, error, reload } = useFetched(load, 'Failed to load the newsletter');
  return (
    <>
      <ScreenHead title="Newsletter" {...(data ? { subtitle: data.title } : {})}>
        <TextLink to="/admin/newsletter">All newsletters</TextLink>
      </ScreenHead>
      <NewsletterNav />
      {!data && !error && <Spinner />}
      {error && <ErrorState message={error} onRetry={() => void reload()} retryLabel="Retry" />}
      {data && (
        <div className={styles.stack}>
          {data.report ? (
            <>
              <IssueCard api={api} report={data.report} onChanged={reload} />
              <MissedPanel api={api} report={data.report} />
            </>
          ) : (
            <Panel title="Not sent yet">
              <p>
                {data.isPublished ? 'Send it from Manage Articles.' : 'This article is a draft. A draft is not sent.'}
              </p>
            </Panel>
          )}
          <PreviewPanel api={api} articleId={articleId} />
        </div>
      )}
    </>
  );
}
