import { useCallback, useState } from 'react';
import type { ListOptions } from '#shared/calls/api-client.ts';
import { useApi } from '#ui/api.ts';
import { useList } from '#ui/lists/use-list.ts';
import { useFetched } from '#ui/use-fetched.ts';
import type { Revision } from '../revision.schema.ts';
import { getRevision, listRevisions } from '../revisions.client.ts';

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
  const { compared, error, again } = useComparedContents(of, { fromId: otherId, toId: chosen?.id ?? null });

  function reload() {
    void again();
    void list.reload();
  }

  return { ...list, revisions, error: list.error ?? error, chosen, compared, choose: setPicked, reload };
}

/** The content of the chosen save and of the one before it, null where there is none. Null until both are loaded. */
function useComparedContents(of: string, { fromId, toId }: { fromId: number | null; toId: number | null }) {
  const api = useApi();
  const load = useCallback(async () => {
    const dataOf = async (id: number | null) => (id === null ? null : (await getRevision(api, of, id)).data);
    const [from, to] = await Promise.all([dataOf(fromId), dataOf(toId)]);
    return to && { from, to, toId };
  }, [api, of, fromId, toId]);
  const { data, error, reload } = useFetched(load, failed);
  return { compared: data && data.toId === toId ? data : null, error, again: reload };
}
