import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { NewsletterNav } from '#features/newsletter/admin/newsletter-nav.tsx';
import { issuePath } from '#features/newsletter/issue.ts';
import { useApi } from '#ui/api-context.ts';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { CardList } from '#ui/lists/card-list.tsx';
import { useList } from '#ui/lists/use-list.ts';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import { ScreenHead } from '#ui/page/screen-parts.tsx';
import { createIssueDraft } from '../issues.client.ts';
import type { IssueReport } from '../reports/issue-reports.schema.ts';
import { IssueCard } from './issue-card.tsx';

function NewIssue({ kind }: { kind: 'digest' | 'note' }) {
  const api = useApi();
  const navigate = useNavigate();
  const { isBusy, run } = useBusy();
  const begin = () =>
    run(() =>
      withErrorToast(async () => {
        const { id } = await createIssueDraft(api, kind);
        await navigate(issuePath({ articleId: null, id }));
      }),
    );
  return (
    <Button variant="quiet" aria-disabled={isBusy} onClick={() => void begin()}>
      {kind === 'digest' ? 'New digest' : 'New note'}
    </Button>
  );
}

const kindsSentence = 'A digest collects new articles and upcoming events. A note is a text of your own.';

/** `above`: shown above the list. */
export function NewsletterScreen({ above }: { above: ReactNode }) {
  // Each card polls its own newsletter; a few at a time keep the browser's connections free.
  const limit = 20;
  const list = useList<IssueReport>('/newsletter/admin/issues', 'Failed to load the newsletters', { limit });
  return (
    <>
      <ScreenHead title="Newsletter" about={kindsSentence}>
        <NewIssue kind="digest" />
        <NewIssue kind="note" />
      </ScreenHead>
      <NewsletterNav />
      {above}
      <CardList
        list={list}
        rows
        empty={
          <EmptyState
            title="No newsletter has been sent yet"
            message="The first goes out when you publish an article, or send a digest or note."
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
