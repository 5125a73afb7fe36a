import { type ReactNode, useState } from 'react';
import type { Article } from '#features/articles/article.schema.ts';
import { articleDraftSentence, isIssueOver } from '#features/newsletter/issue.ts';
import { noAudienceSentence, noMailServer } from '#features/newsletter/newsletter.ts';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { useApi } from '#ui/api-context.ts';
import { Button } from '#ui/forms/button.tsx';
import { Alert, Panel } from '#ui/page/screen-parts.tsx';
import { Link } from '#ui/router-link.tsx';
import { usePolling } from '#ui/use-polling.ts';
import { getArticleNewsletter } from '../issues.client.ts';
import type { ArticleNewsletter } from '../reports/issue-reports.schema.ts';
import styles from './article-newsletter-panel.module.css';
import { IssueFigures } from './issue-figures.tsx';
import { recipientsSentence } from './recipients-sentence.ts';
import { useRecipientCounts } from './use-recipient-counts.ts';

export type SentArticle = Pick<Article, 'id' | 'title' | 'isPublished' | 'schedule'>;

type Props = {
  /** The title, if it does not stand beside its article's form. */
  title?: string;
  article: SentArticle | null;
  problem: string | null;
  isSending: boolean;
  /** Changes when a newsletter is sent or undone, so that the figures are fetched again. */
  round: string;
  onSend: () => void;
  /** Called when it was sent, undone or has ended. */
  onChanged?: () => void;
  /** Receives the recipients in words; empty until they are known. */
  children?: ((recipients: string) => ReactNode) | undefined;
};

/** The progress of one article's newsletter. Sending again reaches only those who have not had it (A2). */
export function ArticleNewsletterPanel({
  title,
  article,
  problem,
  isSending,
  round,
  onSend,
  onChanged,
  children,
}: Props) {
  const progress = useProgress(article?.isPublished ? article.id : null, round, onChanged);
  const recipients = useRecipientCounts(article?.id ?? null, round);
  const isUndelivered = progress != null && isIssueOver(progress.state) && recipients !== null && recipients.toSend > 0;
  const isForNoOne = recipients?.audience === 0;
  const toNoOne = noAudienceSentence(recipients?.others);
  const canSend = article?.isPublished && (problem !== null || (progress === null && !isForNoOne) || isUndelivered);
  return (
    <Panel title={title ?? 'Newsletter'}>
      {title && article && (
        <p className="small" dir="auto">
          {article.title}
        </p>
      )}
      {article && !article.isPublished && <p className="small">{articleDraftSentence(article.schedule)}</p>}
      {article && (
        <p className="small">
          <Link to={`/admin/newsletter/${article.id}`}>Preview and test</Link>
        </p>
      )}
      {problem && (
        <div className={styles.problem}>
          <Alert>
            <p>{problem}</p>
            <p>The article is published. No one gets it twice if you try again.</p>
          </Alert>
        </div>
      )}
      {progress && progress.total > 0 && (
        <IssueFigures
          progress={progress}
          label="Progress"
          note={progress.counts.queued > 0 ? 'Later changes are not in these emails.' : null}
        />
      )}
      {progress?.total === 0 && <p className="small">{toNoOne}</p>}
      {progress === null && !problem && <p className="small">{isForNoOne ? toNoOne : 'Not sent yet.'}</p>}
      {isUndelivered && !problem && !isMailServerMissing() && <p className="small">{recipientsSentence(recipients)}</p>}
      {article?.isPublished && !isForNoOne && isMailServerMissing() && <p className="small">{noMailServer}</p>}
      {canSend && (
        <div className={styles.send}>
          <Button size="small" disabled={isSending} onClick={onSend}>
            {isSending ? 'Sending...' : 'Send newsletter'}
          </Button>
        </div>
      )}
      {children?.(isMailServerMissing() ? noMailServer : recipients ? recipientsSentence(recipients) : '')}
    </Panel>
  );
}

/** Null for an article that was never sent, undefined while it is not known. */
function useProgress(
  articleId: number | null,
  round: string,
  onChanged?: () => void,
): ArticleNewsletter['report'] | undefined {
  const api = useApi();
  const [known, setKnown] = useState<ArticleNewsletter | null>(null);
  usePolling(articleId === null ? null : `${articleId} ${round}`, async (signal) => {
    if (articleId === null) return false;
    const next = await getArticleNewsletter(api, articleId).catch(() => null);
    if (signal.aborted) return false;
    if (known && next && known.articleId === next.articleId && known.report?.state !== next.report?.state)
      onChanged?.();
    setKnown(next);
    // Without an answer it is asked again.
    return next === null || next.report?.state === 'sending';
  });
  return known?.articleId === articleId ? known?.report : undefined;
}
