import type { ReactNode } from 'react';
import {
  ArticleNewsletterPanel,
  type SentArticle,
} from '#features/newsletter/issues/admin/article-newsletter-panel.tsx';
import { recipientsSentence } from '#features/newsletter/issues/admin/recipients-sentence.ts';
import { getRecipientCounts } from '#features/newsletter/issues/issues.client.ts';
import { newsletterMessages, noMailServer } from '#features/newsletter/newsletter.ts';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { bidiIsolated } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import type { useNewsletterSending } from './use-newsletter-sending.ts';

type Props = {
  sending: ReturnType<typeof useNewsletterSending>;
  article: SentArticle | null;
  /** What is in the form is not published yet. */
  isChanged?: boolean;
  title?: string;
  children?: (recipients: string) => ReactNode;
};

const unpublished = 'The email has the live article, without your unpublished changes.';

/** The newsletter of an article. Sending asks first, a retry does not. */
export function SendNewsletterPanel({ sending, article, isChanged = false, title, children }: Props) {
  const api = useApi();
  const { newsletterHoldSeconds } = useSettings();
  const { confirm, dialog } = useConfirm();
  const hasFailed = article !== null && sending.failedFor === article.id;

  async function send(wanted: SentArticle) {
    const words = { isHarmless: true, ...(isChanged && { detail: unpublished }) };
    const ask = async () => confirm(await sendQuestion(api, wanted, newsletterHoldSeconds), 'Send newsletter', words);
    if (hasFailed || (await ask())) await sending.sendAgain(wanted);
  }

  return (
    <>
      <ArticleNewsletterPanel
        {...(title && { title })}
        article={article}
        problem={hasFailed ? newsletterMessages.sendFailed : null}
        isSending={sending.isSending}
        round={sending.round}
        onSend={() => article && void send(article)}
        onChanged={sending.onChanged}
      >
        {children}
      </ArticleNewsletterPanel>
      {dialog}
    </>
  );
}

async function sendQuestion(api: Api, { id, title }: SentArticle, undoSeconds: number): Promise<string> {
  const question = `Send “${bidiIsolated(title)}”${undoSeconds > 0 ? '' : ' now'}?`;
  // Sending works without the number.
  const recipients = await getRecipientCounts(api, id).catch(() => null);
  const to = recipients ? ` ${isMailServerMissing() ? noMailServer : recipientsSentence(recipients)}` : '';
  const isUndoable = undoSeconds > 0 && recipients?.toSend !== 0;
  return `${question}${to}${isUndoable ? ` You can undo it for ${undoSeconds} s.` : ''}`;
}
