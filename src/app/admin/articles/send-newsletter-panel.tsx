import { type ReactNode, useState } from 'react';
import { articleDraftSentence, isIssueOver } from '#features/newsletter/issue.ts';
import { IssueFigures } from '#features/newsletter/issues/admin/issue-figures.tsx';
import { recipientsSentence, undoSentence } from '#features/newsletter/issues/admin/recipients-sentence.ts';
import { useRecipientCounts } from '#features/newsletter/issues/admin/use-recipient-counts.ts';
import { getArticleNewsletter, getRecipientCounts } from '#features/newsletter/issues/issues.client.ts';
import type { ArticleNewsletter } from '#features/newsletter/issues/reports/issue-reports.schema.ts';
import { newsletterMessages, noAudienceSentence, noMailServer } from '#features/newsletter/newsletter.ts';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { bidiIsolated } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Alert, Panel } from '#ui/page/screen-parts.tsx';
import { Link } from '#ui/router-link.tsx';
import { usePolling } from '#ui/use-polling.ts';
import styles from './send-newsletter-panel.module.css';
import type { SentArticle, useNewsletterSending } from './use-newsletter-sending.ts';

type Sending = ReturnType<typeof useNewsletterSending>;

type Props = {
  sending: Sending;
  article: SentArticle | null;
  newsletter: ReturnType<typeof useArticleNewsletter>;
  /** What is in the form is not published yet. */
  isChanged?: boolean;
  /** The title, if it does not stand beside its article's form. */
  title?: string;
  /** Receives the recipients in words; empty until they are known. */
  children?: (recipients: string, isForNoOne: boolean) => ReactNode;
};

const unpublished = 'The email has the live article, without your unpublished changes.';

/**
 * The newsletter of an article, and its progress. Sending asks first, a retry does not. Sending again reaches only those who have not
 * had it (A2).
 */
export function SendNewsletterPanel({ sending, article, newsletter, isChanged = false, title, children }: Props) {
  const api = useApi();
  const { newsletterHoldSeconds } = useSettings();
  const { confirm, dialog } = useConfirm();
  const { isSending } = sending;
  const { progress, recipients, isQueued } = newsletter;
  const hasFailed = article !== null && sending.failedFor === article.id;
  const isUndelivered = progress != null && isIssueOver(progress.state) && recipients !== null && recipients.toSend > 0;
  const isForNoOne = recipients?.audience === 0;
  const isNoOneLeft = article?.isPublished === false && recipients?.toSend === 0 && !isForNoOne;
  const toNoOne = noAudienceSentence(recipients?.others, 'so there is no one to email');
  const canSend = article?.isPublished && (hasFailed || (progress === null && !isForNoOne) || isUndelivered);

  async function send(wanted: SentArticle) {
    const words = { isHarmless: true, ...(isChanged && { detail: unpublished }) };
    const ask = async () => confirm(await sendQuestion(api, wanted, newsletterHoldSeconds), 'Send newsletter', words);
    if (hasFailed || (await ask())) await sending.sendAgain(wanted);
  }

  return (
    <>
      <Panel title={title || 'Newsletter'}>
        {title && article && (
          <p className="small" dir="auto">
            {article.title}
          </p>
        )}
        {article && !article.isPublished && (
          <p className="small">
            {isNoOneLeft ? recipientsSentence(recipients) : articleDraftSentence(article.schedule)}
          </p>
        )}
        {article && (
          <p className="small">
            <Link to={`/admin/newsletter/${article.id}`}>Preview and test</Link>
          </p>
        )}
        {hasFailed && (
          <div className={styles.problem}>
            <Alert>
              <p>{newsletterMessages.sendFailed}</p>
              <p>The article is published. No one gets it twice if you try again.</p>
            </Alert>
          </div>
        )}
        {progress && progress.total > 0 && (
          <IssueFigures
            progress={progress}
            label="Progress"
            note={isQueued ? 'Later changes are not in these emails.' : null}
          />
        )}
        {progress?.total === 0 && isForNoOne && <p className="small">{toNoOne}</p>}
        {progress === null && !hasFailed && <p className="small">{isForNoOne ? toNoOne : 'Not sent yet.'}</p>}
        {isUndelivered && !hasFailed && !isMailServerMissing() && (
          <p className="small">{recipientsSentence(recipients)}</p>
        )}
        {article?.isPublished && !isForNoOne && isMailServerMissing() && <p className="small">{noMailServer}</p>}
        {canSend && (
          <div className={styles.send}>
            <Button
              size="small"
              variant={title ? 'primary' : 'quiet'}
              disabled={isSending}
              onClick={() => void send(article)}
            >
              {isSending ? 'Sending...' : 'Send newsletter'}
            </Button>
          </div>
        )}
        {!isNoOneLeft &&
          children?.(
            isMailServerMissing() ? noMailServer : recipients ? recipientsSentence(recipients) : '',
            isForNoOne,
          )}
      </Panel>
      {dialog}
    </>
  );
}

/** Of an article that was just published: its form is closed. */
export function JustPublishedPanel({ sending, article }: { sending: Sending; article: SentArticle }) {
  const newsletter = useArticleNewsletter(article, sending);
  return <SendNewsletterPanel {...{ sending, article, newsletter }} title="Just published" />;
}

/** The progress of an article's newsletter, and whom a send would reach. `isQueued`: emails with its earlier text are still to go. */
export function useArticleNewsletter(article: SentArticle | null, { round, onChanged }: Sending) {
  const progress = useProgress(article?.isPublished ? article.id : null, round, onChanged);
  const recipients = useRecipientCounts(article?.id ?? null, round);
  return { progress, recipients, isQueued: progress != null && progress.counts.queued > 0 };
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

async function sendQuestion(api: Api, { id, title }: SentArticle, undoSeconds: number): Promise<string> {
  const question = `Send “${bidiIsolated(title)}”${undoSeconds > 0 ? '' : ' now'}?`;
  // Sending works without the number.
  const recipients = await getRecipientCounts(api, id).catch(() => null);
  const to = recipients ? ` ${isMailServerMissing() ? noMailServer : recipientsSentence(recipients)}` : '';
  return `${question}${to}${recipients?.toSend === 0 ? '' : undoSentence(undoSeconds)}`;
}
