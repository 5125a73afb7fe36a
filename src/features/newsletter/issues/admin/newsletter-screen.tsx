import { useCallback } from 'react';
import { NewsletterNav } from '#features/newsletter/admin/newsletter-nav.tsx';
import type { ListOptions } from '#shared/calls/api-client.ts';
import { useApi } from '#ui/api.ts';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { ListView } from '#ui/lists/list-view.tsx';
import { useList } from '#ui/lists/use-list.ts';
import { ScreenHead } from '#ui/page/screen.tsx';
import { EmptyState } from '#ui/page/states.tsx';
import { listIssues } from '../reports/issue-reports.client.ts';
import { IssueCard } from './issue-card.tsx';

/** Every newsletter that was sent, newest first. */
export function NewsletterScreen() {
  const api = useApi();
  // Each card follows its own newsletter; few at a time keep the connections of the browser free.
  const load = useCallback((options: ListOptions) => listIssues(api, { ...options, limit: 20 }), [api]);
  const list = useList(load, 'Failed to load the newsletters');
  return (
    <>
      <ScreenHead title="Newsletter" subtitle="What was sent, and how far it is">
        <Button variant="quiet" aria-disabled={list.loading} onClick={() => void list.reload()}>
          {list.loading ? 'Refreshing...' : 'Refresh'}
        </Button>
      </ScreenHead>
      <NewsletterNav />
      <ListView
        list={list}
        rows
        empty={
          <EmptyState
            title="No newsletter yet"
            message="Publishing an article sends it to everybody who has confirmed a subscription."
            headingLevel={2}
          >
            <LinkButton to="/admin/articles" variant="quiet">
              Manage Articles
            </LinkButton>
          </EmptyState>
        }
        card={(report) => <IssueCard key={report.id} report={report} linked onChanged={() => list.reload()} />}
      />
    </>
  );
}
