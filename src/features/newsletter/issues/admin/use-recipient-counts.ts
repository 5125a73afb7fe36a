import { useState } from 'react';
import type { Api } from '#shared/calls/api-client.ts';
import { useApi } from '#ui/api-context.ts';
import { usePolling } from '#ui/use-polling.ts';
import { getRecipientCounts } from '../issues.client.ts';
import type { RecipientCounts } from '../issues.schema.ts';

const askAgainMs = 15_000;

const asked = new Map<string, Promise<RecipientCounts | null>>();

/**
 * How many would get a newsletter now, null until known. Fetched again when `round` changes and while it is visible, since
 * subscribers confirm in the meantime. `articleId` null: all confirmed subscribers; undefined: asks nothing.
 */
export function useRecipientCounts(articleId: number | null | undefined, round = ''): RecipientCounts | null {
  const api = useApi();
  const [known, setKnown] = useState<{ articleId: number | null; counts: RecipientCounts } | null>(null);
  const key = articleId === undefined ? null : `${articleId} ${round}`;
  usePolling(key, async (signal) => {
    if (articleId === undefined) return false;
    const counts = await ask(api, articleId, `${key}`);
    if (counts && !signal.aborted) setKnown({ articleId, counts });
    return askAgainMs;
  });
  return known && known.articleId === articleId ? known.counts : null;
}

/** One call for all parts of a screen that ask at once. Without an answer the screen shows no number; sending still works. */
function ask(api: Api, articleId: number | null, key: string): Promise<RecipientCounts | null> {
  const counts =
    asked.get(key) ??
    getRecipientCounts(api, articleId)
      .catch(() => null)
      .finally(() => asked.delete(key));
  asked.set(key, counts);
  return counts;
}
