import { useEffect, useEffectEvent, useState } from 'react';
import type { ListOptions, Page } from '#shared/calls/api-client.ts';
import { errorMessage } from '#shared/calls/api-error.ts';
import { containsFolded } from '#shared/fold-text.ts';
import type { Searched } from './show-more.ts';

type Item = { id: number; title: string };

type SearchedListOptions<T> = {
  /** What the page began with. A new list starts over. */
  loaded: Searched<T>;
  term: string;
  load: (options: ListOptions, signal?: AbortSignal) => Promise<Page<T>>;
  failure: string;
};

/**
 * A list that filters while someone types: titles on the page at once, what the server finds a moment later, as one list
 * (A7). `total` includes entries not loaded. `items` is null until something is known.
 */
export function useSearchedList<T extends Item>({ loaded, term, load, failure }: SearchedListOptions<T>) {
  const { list: first, found: firstFound } = loaded;
  const [from, setFrom] = useState(first);
  const [browsed, setBrowsed] = useState(first);
  const [found, setFound] = useState(firstFound);
  const [error, setError] = useState<string | null>(null);
  const [isLoadingMore, setLoadingMore] = useState(false);
  if (from !== first) {
    setFrom(first);
    setBrowsed(first);
    setFound(firstFound);
    setError(null);
  }

  const isFound = found?.term === term;
  const isMissing = term !== '' && !isFound;
  const [attempts, setAttempts] = useState(0);
  const search = useEffectEvent(load);
  // Asks the server as soon as typing pauses.
  useEffect(() => {
    setError(null);
    if (!isMissing) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      search({ search: term }, abort.signal)
        .then((page) => setFound({ term, page }))
        .catch((reason: unknown) => {
          if (!abort.signal.aborted) setError(errorMessage(reason, failure));
        });
    }, 200);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [term, isMissing, attempts, failure]);

  const answer = term === '' ? browsed : isFound ? found.page : null;
  const local = term === '' ? browsed.items : browsed.items.filter(({ title }) => containsFolded(title, term));
  // While more is typed, what was found for its beginning stays.
  const last = found && (isFound || (!error && term.startsWith(found.term))) ? found.page : null;
  const items = term !== '' && last ? joinWithoutDuplicates(last.items, local) : local;
  const nextCursor = answer?.nextCursor ?? null;

  /** Whether the next page is there now. */
  async function loadMore(): Promise<boolean> {
    if (!nextCursor || isLoadingMore) return false;
    setLoadingMore(true);
    setError(null);
    try {
      const next = await load(term === '' ? { cursor: nextCursor } : { cursor: nextCursor, search: term });
      const append = (page: Page<T>) => ({ ...next, items: joinWithoutDuplicates(page.items, next.items) });
      if (term === '') setBrowsed(append);
      else setFound((now) => (now?.term === term ? { term, page: append(now.page) } : now));
      return true;
    } catch (reason) {
      setError(errorMessage(reason, failure));
      return false;
    } finally {
      setLoadingMore(false);
    }
  }

  return {
    items: items.length === 0 && isMissing && !error ? null : items,
    total: Math.max(answer?.total ?? 0, items.length),
    /** False until the server has answered a search: the page knows only what it has loaded. */
    isCounted: !isMissing,
    nextCursor,
    loadMore,
    isLoadingMore,
    error,
    /** The search failed, and what is shown was found among the titles on the page. */
    isPartial: error !== null && isMissing && local.length > 0,
    retry: () => setAttempts(attempts + 1),
  };
}

function joinWithoutDuplicates<T extends Item>(items: T[], more: T[]): T[] {
  const known = new Set(items.map((item) => item.id));
  return [...items, ...more.filter((item) => !known.has(item.id))];
}
