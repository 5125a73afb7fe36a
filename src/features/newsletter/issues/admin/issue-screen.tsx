import { type ReactNode, useCallback, useRef } from 'react';
import { NewsletterNav } from '#features/newsletter/admin/newsletter-nav.tsx';
import { PreviewPanel } from '#features/newsletter/content/admin/preview-panel.tsx';
import { articleDraftSentence } from '#features/newsletter/issue.ts';
import { noAudienceSentence } from '#features/newsletter/newsletter.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { useApi } from '#ui/api-context.ts';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button, TextLink } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { Fetched } from '#ui/page/fetched.tsx';
import { ActionRow, FormStack, Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { Link } from '#ui/router-link.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { usePolling } from '#ui/use-polling.ts';
import { useReloadOn } from '#ui/use-reload-on.ts';
import { getArticleNewsletter, getIssueReport } from '../issues.client.ts';
import type { IssueReport } from '../reports/issue-reports.schema.ts';
import { IssueCard } from './issue-card.tsx';
import { RecipientsPanel } from './recipients-panel.tsx';
import { useRecipientCounts } from './use-recipient-counts.ts';

const listsAfterMs = 10_000;

type Props = {
  /** The issue's own id when it has no article. */
  articleId: number;
  issueId: number | undefined;
  /** Changes when a newsletter begins to wait, is undone or leaves: a draft's form stays as it is. */
  changeKey: string;
  draft: (id: number, onSent: () => void) => ReactNode;
};

/** The newsletter of one article, sent or not: its latest issue unless another is named. Key it by both. */
export function IssueScreen({ articleId, issueId, changeKey, draft }: Props) {
  const api = useApi();
  const isOfArticle = useRef(false);
  const load = useCallback(async () => {
    try {
      if (issueId === undefined) return await getArticleNewsletter(api, articleId);
      const report = await getIssueReport(api, issueId);
      isOfArticle.current = report.articleId !== null;
      return { title: report.subject, isPublished: true, report };
    } catch (error) {
      // An issue that was undone no longer exists, and its article is unsent again.
      if (!isOfArticle.current || !(error instanceof ApiError) || error.status !== 404) throw error;
      return getArticleNewsletter(api, articleId);
    }
  }, [api, articleId, issueId]);
  const detail = useFetched(load, 'Failed to load the newsletter');
  const { data, reload } = detail;
  useReloadOn(changeKey, reload);
  // The card is live by itself. The lists of who got it follow.
  usePolling(data?.report?.state === 'sending' ? `${data.report.id}` : null, async () => {
    await reload();
    return listsAfterMs;
  });
  // A draft's form has the title, as it is being typed.
  const title = data?.report?.state === 'draft' ? undefined : data?.title;
  return (
    <>
      <ScreenHead title="Newsletter" about={title}>
        <TextLink to="/admin/newsletter">All newsletters</TextLink>
      </ScreenHead>
      <NewsletterNav />
      <Fetched of={detail}>
        {({ report, isPublished }) => (
          <FormStack>
            {report?.state === 'draft' ? (
              draft(report.id, () => void reload())
            ) : report ? (
              <>
                <IssueCard report={report} onChanged={reload} />
                <RecipientsPanel key={report.id} report={report} />
                <ArchiveSwitch report={report} onChanged={reload} />
                <PreviewPanel articleId={articleId} issueId={report.id} />
              </>
            ) : (
              <>
                <Panel title="Not sent yet">
                  <p>
                    {isPublished ? (
                      <WayToSend articleId={articleId} />
                    ) : (
                      `This article is a draft. ${articleDraftSentence()}`
                    )}
                  </p>
                </Panel>
                <PreviewPanel articleId={articleId} />
              </>
            )}
          </FormStack>
        )}
      </Fetched>
    </>
  );
}

function WayToSend({ articleId }: { articleId: number }) {
  const recipients = useRecipientCounts(articleId);
  if (recipients?.audience === 0) return noAudienceSentence(recipients.others, 'so there is no one to email');
  return <Link to={`/admin/articles?edit=${articleId}`}>Send it from the article</Link>;
}

type SwitchProps = { report: IssueReport; onChanged: () => Promise<void> };

function ArchiveSwitch({ report: { id, isArchived, isOffSite, sendAfter }, onChanged }: SwitchProps) {
  const api = useApi();
  const { isBusy, run } = useBusy();
  const path = `/newsletters/${id}`;
  const call = () => api.call('PUT', `/newsletter/admin/archive/${id}`, { isArchived: !isArchived });
  const change = () => run(() => withToast(call, onChanged));
  return (
    <Panel title="Page on the site">
      <p>
        {!isArchived
          ? 'Not on the site. It cannot be found at '
          : isOffSite
            ? 'Not shown while its article is off the site: '
            : `Everyone can read this newsletter${sendAfter === null ? '' : ' once it has gone out'}: `}
        {isArchived && !isOffSite ? <a href={path}>{path}</a> : path}.
      </p>
      <ActionRow>
        <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={() => void change()}>
          {isArchived ? 'Withdraw page' : 'Show page'}
        </Button>
      </ActionRow>
    </Panel>
  );
}
