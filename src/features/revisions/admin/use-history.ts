import { useEffect, useRef, useState } from 'react';
import type { Page } from '#shared/api-client.ts';
import { useApi } from '#ui/api.ts';
import { errorMessage } from '#ui/loaded.ts';
import type { Revision } from '../revision.schema.ts';
import { getRevision, listRevisions } from '../revisions.client.ts';

export type Basis = 'before' | 'current';

/** What the chosen revision is compared with, and the revision itself; `from` is null where there is nothing. */
type Compared = { from: object | null; to: object };

const failed = 'Failed to load the history. Please try again.';

/** The saves of one item and what two of them hold; `of` must not change. */
export function useHistory(of: string) {
  const api = useApi();
  const [page, setPage] = useState<Page<Revision>>({ items: [], total: 0, nextCursor: null });
  const [isLoading, setIsLoading] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const [picked, setPicked] = useState<Revision | null>(null);
  const [basis, setBasis] = useState<Basis>('before');
  const [shown, setShown] = useState<{ key: string; compared: Compared } | null>(null);
  const [round, setRound] = useState(0);
  const known = useRef(new Map<number, Promise<object>>());

  const chosen = picked ?? page.items[0] ?? null;
  const at = page.items.findIndex(({ id }) => id === chosen?.id);
  const otherId = (basis === 'before' ? page.items[at + 1] : page.items[0])?.id ?? null;
  const key = `${chosen?.id}-${otherId}`;
  const { nextCursor } = page;

  useEffect(() => {
    let isOver = false;
    listRevisions(api, of, { limit: 50 }).then(
      (first) => !isOver && (setPage(first), setIsLoading(false)),
      (reason: unknown) => !isOver && (setError(errorMessage(reason, failed)), setIsLoading(false)),
    );
    return () => {
      isOver = true;
    };
  }, [api, of, round]);

  const chosenId = chosen?.id;
  useEffect(() => {
    if (chosenId === undefined) return;
    let isOver = false;
    const dataOf = (id: number) => {
      const loading = known.current.get(id) ?? getRevision(api, of, id).then(({ data }) => data);
      known.current.set(id, loading);
      return loading;
    };
    Promise.all([otherId === null ? null : dataOf(otherId), dataOf(chosenId)]).then(
      ([from, to]) => !isOver && setShown({ key, compared: { from, to } }),
      (reason: unknown) => !isOver && setError(errorMessage(reason, failed)),
    );
    return () => {
      isOver = true;
    };
  }, [api, of, chosenId, otherId, key]);

  async function loadMore() {
    setIsLoading(true);
    try {
      const next = await listRevisions(api, of, { limit: 50, ...(nextCursor ? { cursor: nextCursor } : {}) });
      setPage((now) => ({ ...next, items: [...now.items, ...next.items] }));
    } catch (reason) {
      setError(errorMessage(reason, failed));
    }
    setIsLoading(false);
  }

  function reload() {
    known.current.clear();
    setError(null);
    setIsLoading(true);
    setRound((now) => now + 1);
  }

  return {
    revisions: page.items,
    hasMore: nextCursor !== null,
    isLoading,
    error,
    chosen,
    basis,
    compared: shown?.key === key ? shown.compared : null,
    choose: setPicked,
    setBasis,
    loadMore: () => void loadMore(),
    reload,
  };
}
