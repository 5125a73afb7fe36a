import { useState } from 'react';
import { useApi } from '#ui/api.ts';
import { usePolling } from '#ui/use-polling.ts';
import { getRecipientCounts } from '../issues.client.ts';
import type { RecipientCounts } from '../issues.schema.ts';

const askAgainMs = 15_000;

/**
 * How many a newsletter would go to now, null until known; fetched again when `round` changes and while it is visible, since
 * subscribers confirm in the meantime. Without an article everyone who is confirmed.
 */
export function useRecipientCounts(articleId: number | null, round = ''): RecipientCounts | null {
  const api = useApi();
  const [known, setKnown] = useState<{ articleId: number | null; counts: RecipientCounts } | null>(null);
  usePolling(`${articleId} ${round}`, async (signal) => {
    // Without the number nothing is said; sending works all the same.
    const counts = await getRecipientCounts(api, articleId).catch(() => null);
    if (counts && !signal.aborted) setKnown({ articleId, counts });
    return askAgainMs;
  });
  return known?.articleId === articleId ? known.counts : null;
}
