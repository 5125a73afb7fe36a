import { useRef, useState } from 'react';
import type { Article } from '#features/articles/article.schema.ts';
import { newsletterToastKey } from '#features/newsletter/issues/admin/undo-window-notices.tsx';
import { sendNewsletterNow, undoIssue } from '#features/newsletter/issues/issues.client.ts';
import type { SendAnswer } from '#features/newsletter/issues/issues.schema.ts';
import { newsletterMessages, sentToWhomSentence } from '#features/newsletter/newsletter.ts';
import { useApi } from '#ui/api-context.ts';
import { type ToastOptions, toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import { useNewsletterChangeKey, useRefreshNotices } from '../shell/shell-context.ts';

export type SentArticle = Pick<Article, 'id' | 'title' | 'isPublished' | 'schedule'>;

/**
 * Sends an article's newsletter; for `undoSeconds` it can be undone. A retry mails no one twice (A2). `onChanged`: the list is out of date.
 */
export function useNewsletterSending(undoSeconds: number, onChanged: () => void) {
  const api = useApi();
  const refreshNotices = useRefreshNotices();
  const [article, setArticle] = useState<SentArticle | null>(null);
  const [attempted, setAttempted] = useState<number | null>(null);
  const [failedFor, setFailedFor] = useState<number | null>(null);
  const { isBusy: isSending, run } = useBusy();
  const [sent, setSent] = useState(0);
  const round = `${sent} ${useNewsletterChangeKey()}`;
  const told = useRef(0);

  async function send(id: number) {
    setAttempted(id);
    const answer = await api.call<SendAnswer>('POST', `/newsletter/admin/send/${id}`, { holdSeconds: undoSeconds });
    setFailedFor(null);
    setSent((now) => now + 1);
    refreshNotices();
    return answer;
  }

  function notSent(failed: SentArticle) {
    setArticle(failed);
    setFailedFor(failed.id);
    told.current = toast.error(newsletterMessages.sendFailed, {
      actions: [{ label: 'Send newsletter', onClick: () => void sendAgain(failed) }],
    });
  }

  const sendAgain = (again: SentArticle) =>
    run(async () => {
      toast.dismiss(told.current);
      setArticle(again);
      try {
        toast.success((await send(again.id)).message);
      } catch {
        notSent(again);
      }
    });

  /** As `send`, right after publishing. Returns the rest of the toast: to whom it goes, and Undo sending or Send now (M3). */
  async function sendPublished(id: number): Promise<ToastOptions> {
    const answer = await send(id);
    const { issueId, sendAfter } = answer;
    const about = newsletterToastKey(id);
    async function act(call: () => Promise<{ message: string }>) {
      const shown = toast.loading('One moment...', { about });
      await withErrorToast(async () => {
        toast.success((await call()).message, { about });
        refreshNotices();
      });
      toast.dismiss(shown);
    }
    if (issueId === undefined || sendAfter === undefined) return { detail: sentToWhomSentence(answer, 0) };
    const actions = [
      { label: 'Undo sending', onClick: () => void act(() => undoIssue(api, issueId)) },
      { label: 'Send now', onClick: () => void act(() => sendNewsletterNow(api, issueId, sendAfter)) },
    ];
    return { detail: sentToWhomSentence(answer, undoSeconds), actions, about };
  }

  /** The article that was last sent, or failed. */
  const last = article?.id === attempted ? article : null;
  return { last, failedFor, isSending, round, sendPublished, notSent, sendAgain, onChanged, follow: setArticle };
}
