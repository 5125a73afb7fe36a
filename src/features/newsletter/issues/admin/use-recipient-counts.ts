import { useState } from 'react';
import { useApi } from '#ui/api-context.ts';
import { usePolling } from '#ui/use-polling.ts';
import { getRecipientCounts } from '../issues.client.ts';
import type { RecipientCounts } from '../issues.schema.ts';

const askAgainMs = 15_000;

/**
 * How many would get a newsletter now, null until known. Fetched again when `round` changes and while it is visible, since
 * subscribers confirm in the meantime. `articleId` null: all confirmed subscribers; undefined: asks nothing.
 */
export function useRecipientCounts(articleId: number | null | undefined, round = ''): RecipientCounts | null {
  const api = useApi();
  const [known, setKnown] = useState<{ articleId: number | null; counts: RecipientCounts } | null>(null);
  usePolling(articleId === undefined ? null : `${articleId} ${round}`, async (signal) => {
    if (articleId === undefined) return false;
    // Without an answer the screen shows no number; sending still works.
    const counts = await getRecipientCounts(api, articleId).catch(() => null);
    if (counts && !signal.aborted) setKnown({ articleId, counts });
    return askAgainMs;
  });
  return known && known.articleId === articleId ? known.counts : null;
}
