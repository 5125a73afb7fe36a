import { useEffect, useState } from 'react';
import type { Api } from '#shared/calls/api-client.ts';
import { useApi } from '#ui/api.ts';
import { getRecipientCounts } from '../issues.client.ts';
import type { RecipientCounts } from '../issues.schema.ts';

const askAgainMs = 15_000;

const underWay = new Map<number | null, Promise<RecipientCounts>>();

/** What several parts of a screen ask at once is one call. */
function askTogether(api: Api, articleId: number | null): Promise<RecipientCounts> {
  const asked = underWay.get(articleId) ?? getRecipientCounts(api, articleId).finally(() => underWay.delete(articleId));
  underWay.set(articleId, asked);
  return asked;
}

/**
 * Who a newsletter would go to now, null until that is known; asked again when `round` changes, when one comes back to the page
 * and while one looks at it, for readers confirm in the meantime. Without an article everyone who is confirmed.
 */
export function useRecipientCounts(articleId: number | null, round = ''): RecipientCounts | null {
  const api = useApi();
  const [known, setKnown] = useState<{ articleId: number | null; counts: RecipientCounts } | null>(null);
  useEffect(() => {
    let isOver = false;
    const ask = () =>
      askTogether(api, articleId).then(
        (counts) => {
          if (!isOver) setKnown({ articleId, counts });
        },
        // Without the number nothing is said; sending works all the same.
        () => undefined,
      );
    const askAgain = () => void ask();
    void ask();
    window.addEventListener('focus', askAgain);
    const timer = setInterval(() => document.visibilityState === 'visible' && askAgain(), askAgainMs);
    return () => {
      isOver = true;
      clearInterval(timer);
      window.removeEventListener('focus', askAgain);
    };
  }, [api, articleId, round]);
  return known?.articleId === articleId ? known.counts : null;
}
