import { useCallback, useEffect, useRef, useState } from 'react';
import type { ListOptions } from '#shared/calls/api-client.ts';
import { useApi } from '#ui/api.ts';
import { useList } from '#ui/lists/use-list.ts';
import { errorMessage, whenLoaded } from '#ui/loaded.ts';
import type { Revision } from '../revision.schema.ts';
import { getRevision, listRevisions } from '../revisions.client.ts';

/** The chosen revision and the one before it; `from` is null when there is none. */
type Compared = { from: object | null; to: object };

const failed = 'Failed to load the history. Please try again.';

/** The saves of one item, newest first, and the content of two of them; `of` must not change. */
export function useHistory(of: string) {
  const api = useApi();
  const [picked, setPicked] = useState<Revision | null>(null);
  const load = useCallback((page: ListOptions) => listRevisions(api, of, page), [api, of]);
  const { items: revisions, ...list } = useList(load, failed);

  const chosen = picked ?? revisions[0] ?? null;
  const at = revisions.findIndex(({ id }) => id === chosen?.id);
  const otherId = revisions[at + 1]?.id ?? null;
  const { compared, error, again } = useCompared(of, { fromId: otherId, toId: chosen?.id });

  function reload() {
    again();
    void list.reload();
  }

  return {
    ...list,
    revisions,
    error: list.error ?? error,
    chosen,
    compared,
    choose: setPicked,
    reload,
  };
}

/** The content of two saves; fetches each once. Null until both are loaded. */
function useCompared(of: string, { fromId, toId }: { fromId: number | null; toId: number | undefined }) {
  const api = useApi();
  const [shown, setShown] = useState<{ key: string; compared: Compared } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const known = useRef(new Map<number, Promise<object>>());
  const key = `${toId}-${fromId}`;

  useEffect(() => {
    if (toId === undefined) return;
    const dataOf = (id: number) => {
      const loading = known.current.get(id) ?? getRevision(api, of, id).then(({ data }) => data);
      known.current.set(id, loading);
      return loading;
    };
    return whenLoaded(
      Promise.all([fromId === null ? null : dataOf(fromId), dataOf(toId)]),
      ([from, to]) => setShown({ key, compared: { from, to } }),
      (reason) => setError(errorMessage(reason, failed)),
    );
  }, [api, of, toId, fromId, key, round]);

  function again() {
    known.current.clear();
    setError(null);
    setRound((now) => now + 1);
  }

  return { compared: shown?.key === key ? shown.compared : null, error, again };
}
