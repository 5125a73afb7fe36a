import { useEffect, useRef } from 'react';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { errorMessage } from '#ui/loaded.ts';
import { putBackArticle } from '../admin/managing.client.ts';
import type { Article } from '../article.schema.ts';
import { articleMessages } from '../article-messages.ts';

/** Undoes an 'Update' that has taken an article off the site (A1), where its message says so and where the screen does. */
export function usePutBack(onBack: (article: Article) => void) {
  const api = useApi();
  const { isBusy, run } = useBusy();
  const told = useRef(0);
  // The message is pressed when the screen may show another article.
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });

  const putBack = (article: Article) =>
    run(async () => {
      toast.dismiss(told.current);
      try {
        await putBackArticle(api, article);
        toast.success('Back on the site. No mail was sent.');
        latest.current(article);
      } catch (error) {
        toast.error(errorMessage(error, 'Failed to publish article'));
      }
    });

  /** Whoever presses looks at the message, not at the screen. */
  function tellHidden(article: Article) {
    told.current = toast.success(articleMessages.saved, {
      detail: 'The article is off the site now.',
      action: { label: 'Put it back', onClick: () => void putBack(article) },
    });
  }

  return { isBusy, putBack, tellHidden };
}
