import { useCallback, useEffect, useRef, useState } from 'react';
import type { Page } from '#shared/api-client.ts';
import { useApi } from '#ui/api.ts';
import { errorMessage } from '#ui/loaded.ts';
import type { Revision } from '../revision.schema.ts';
import { getRevision, listRevisions } from '../revisions.client.ts';

export type Basis = 'before' | 'current';

/** The chosen revision and the one to compare it with; `from` is null when there is none. */
type Compared = { from: object | null; to: object };

const failed = 'Failed to load the history. Please try again.';

/** The saves of one item, and the content of two of them; `of` must not change. */
export function useHistory(of: string) {
  const [error, setError] = useState<string | null>(null);
  const [picked, setPicked] = useState<Revision | null>(null);
  const [basis, setBasis] = useState<Basis>('before');
  const onError = useCallback((reason: unknown) => setError(errorMessage(reason, failed)), []);
  const { page, isLoading, loadMore, loadAnew } = useRevisions(of, onError);

  const chosen = picked ?? page.items[0] ?? null;
  const at = page.items.findIndex(({ id }) => id === chosen?.id);
  const otherId = (basis === 'before' ? page.items[at + 1] : page.items[0])?.id ?? null;
  const { compared, forget } = useCompared(of, { fromId: otherId, toId: chosen?.id }, onError);

  function reload() {
    forget();
    setError(null);
    loadAnew();
  }

  return {
    revisions: page.items,
    hasMore: page.nextCursor !== null,
    isLoading,
    error,
    chosen,
    basis,
    compared,
    choose: setPicked,
    setBasis,
    loadMore: () => void loadMore(),
    reload,
  };
}

type OnError = (reason: unknown) => void;

/** The list of the saves, newest first. */
function useRevisions(of: string, onError: OnError) {
  const api = useApi();
  const [page, setPage] = useState<Page<Revision>>({ items: [], total: 0, nextCursor: null });
  const [isLoading, setIsLoading] = useState(true);
  const [round, setRound] = useState(0);
  const { nextCursor } = page;

  useEffect(() => {
    let isOver = false;
    listRevisions(api, of, { limit: 50 }).then(
      (first) => !isOver && (setPage(first), setIsLoading(false)),
      (reason: unknown) => !isOver && (onError(reason), setIsLoading(false)),
    );
    return () => {
      isOver = true;
    };
  }, [api, of, round, onError]);

  async function loadMore() {
    setIsLoading(true);
    try {
      const next = await listRevisions(api, of, { limit: 50, ...(nextCursor ? { cursor: nextCursor } : {}) });
      setPage((now) => ({ ...next, items: [...now.items, ...next.items] }));
    } catch (reason) {
      onError(reason);
    }
    setIsLoading(false);
  }

  function loadAnew() {
    setIsLoading(true);
    setRound((now) => now + 1);
  }

  return { page, isLoading, loadMore, loadAnew };
}

/** The content of two saves; fetches each once. Null until both are loaded. */
function useCompared(
  of: string,
  { fromId, toId }: { fromId: number | null; toId: number | undefined },
  onError: OnError,
) {
  const api = useApi();
  const [shown, setShown] = useState<{ key: string; compared: Compared } | null>(null);
  const known = useRef(new Map<number, Promise<object>>());
  const key = `${toId}-${fromId}`;

  useEffect(() => {
    if (toId === undefined) return;
    let isOver = false;
    const dataOf = (id: number) => {
      const loading = known.current.get(id) ?? getRevision(api, of, id).then(({ data }) => data);
      known.current.set(id, loading);
      return loading;
    };
    Promise.all([fromId === null ? null : dataOf(fromId), dataOf(toId)]).then(
      ([from, to]) => !isOver && setShown({ key, compared: { from, to } }),
      (reason: unknown) => !isOver && onError(reason),
    );
    return () => {
      isOver = true;
    };
  }, [api, of, toId, fromId, key, onError]);

  return { compared: shown?.key === key ? shown.compared : null, forget: () => known.current.clear() };
}
