import { useCallback, useEffect, useRef, useState } from 'react';
import type { Page } from '#shared/api-client.ts';
import { errorMessage } from './loaded.ts';

export type ListState<T> = {
  items: T[];
  total: number;
  /** True while the first page is on its way, again after `reload`. */
  loading: boolean;
  error: string | null;
  hasMore: boolean;
  reload: () => Promise<void>;
  loadMore: () => Promise<void>;
};

/** `load` must keep its identity; `failed` is the sentence for a failure that brings none of its own; nothing is fetched before `isNeeded`. */
export function useList<T>(
  load: (cursor: string | null) => Promise<Page<T>>,
  failed: string,
  isNeeded = true,
): ListState<T> {
  const [page, setPage] = useState<Page<T>>({ items: [], total: 0, nextCursor: null });
  const [loading, setLoading] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const latest = useRef(0);

  const fetchPage = useCallback(
    (cursor: string | null, before: T[]) => {
      latest.current += 1;
      const mine = latest.current;
      const settle = (apply: () => void) => {
        if (mine !== latest.current) return;
        apply();
        setLoading(false);
      };
      return load(cursor).then(
        (next) =>
          settle(() => {
            setPage({ ...next, items: [...before, ...next.items] });
            setError(null);
          }),
        (reason: unknown) => settle(() => setError(errorMessage(reason, failed))),
      );
    },
    [load, failed],
  );
  const reload = useCallback(() => {
    setLoading(true);
    return fetchPage(null, []);
  }, [fetchPage]);

  function loadMore() {
    setLoading(true);
    return fetchPage(page.nextCursor, page.items);
  }

  useEffect(() => {
    if (!isNeeded) return;
    void fetchPage(null, []);
    return () => {
      latest.current += 1;
    };
  }, [fetchPage, isNeeded]);

  return {
    items: page.items,
    total: page.total,
    loading,
    error,
    hasMore: page.nextCursor !== null,
    reload,
    loadMore,
  };
}
