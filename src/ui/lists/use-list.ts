import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type ListOptions, type Page, queryString } from '#shared/calls/api-client.ts';
import { errorMessage } from '#shared/calls/api-error.ts';
import { useApi } from '../api-context.ts';

export type ListState<T> = {
  items: T[];
  /** How many exist, or match the search. Null until it is known. */
  total: number | null;
  loading: boolean;
  error: string | null;
  hasMore: boolean;
  /** Fetches again as much as is shown. */
  reload: () => Promise<void>;
  loadMore: () => Promise<void>;
};

type Load<T> = (options: ListOptions) => Promise<Page<T>>;
const pageSize = 60;
const nothing = { items: [], total: null, nextCursor: null };

type Shown<T> = { items: T[]; total: number | null; nextCursor: string | null };
/** What each list showed last, and where: after Back a screen is as long as it was, so that the browser finds its place. */
const shownLast = new Map<string, { at: string; page: Shown<unknown> }>();

/**
 * A list in pages. `load` must keep its identity. `failed` is the sentence for a failure without one. Nothing is fetched
 * before `isNeeded`.
 */
export function useList<T>(
  load: Load<T>,
  failed: string,
  { search = '', isNeeded = true }: { search?: string; isNeeded?: boolean } = {},
): ListState<T> {
  const at = `${useLocation().key} ${search}`;
  const [page, setPage] = useState<Shown<T>>(() => {
    const last = shownLast.get(failed);
    return last?.at === at ? (last.page as Shown<T>) : nothing;
  });
  const countBefore = useRef(page.items.length);
  const [loading, setLoading] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const latest = useRef(0);

  /** Of several calls only the latest counts. */
  const show = useCallback(
    async (fetching: Promise<Page<T>>, isNew = false) => {
      latest.current += 1;
      const mine = latest.current;
      setLoading(true);
      const problem = await fetching.then(
        (next) => {
          if (mine === latest.current) setPage(next);
          return null;
        },
        (reason: unknown) => errorMessage(reason, failed),
      );
      if (mine !== latest.current) return;
      // The old page belongs to another search.
      if (problem && isNew) setPage(nothing);
      setError(problem);
      setLoading(false);
    },
    [failed],
  );

  useEffect(() => {
    shownLast.set(failed, { at, page });
  }, [failed, at, page]);

  useEffect(() => {
    if (!isNeeded) return;
    void show(atLeast(countBefore.current, load, search), true);
    countBefore.current = 0;
    return () => {
      latest.current += 1;
    };
  }, [load, search, isNeeded, show]);

  return {
    ...page,
    loading,
    error,
    hasMore: page.nextCursor !== null,
    reload: () => {
      if (page.items.length === 0) setError(null);
      return show(atLeast(page.items.length, load, search));
    },
    loadMore: () => show(after(page, load, search)),
  };
}

/** The same from a call's address, which may ask for more than pages: '/subscribers?state=pending'. */
export function useApiList<T>(
  address: string,
  failed: string,
  { search = '', limit }: { search?: string; limit?: number } = {},
): ListState<T> {
  const api = useApi();
  const load = useCallback(
    (options: ListOptions) => {
      const query = queryString({ ...options, ...(limit && { limit }) });
      return api.list<T>(address.includes('?') ? `${address}&${query.slice(1)}` : address + query);
    },
    [api, address, limit],
  );
  return useList(load, failed, { search });
}

async function atLeast<T>(count: number, load: Load<T>, search: string): Promise<Page<T>> {
  let page = await load({ search, limit: pageSize });
  while (page.nextCursor && page.items.length < count) page = await after(page, load, search);
  return page;
}

async function after<T>(
  { items, nextCursor }: Pick<Page<T>, 'items' | 'nextCursor'>,
  load: Load<T>,
  search: string,
): Promise<Page<T>> {
  const next = await load({ search, limit: pageSize, ...(nextCursor ? { cursor: nextCursor } : {}) });
  return { ...next, items: [...items, ...next.items] };
}
