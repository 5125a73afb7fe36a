import { useCallback } from 'react';
import { articleKind } from '#features/articles/article.kind.ts';
import { getItem } from '#features/items/items.client.ts';
import type { Kind } from '#features/items/kind.ts';
import { type ChosenOptions, type ListOptions, queryString } from '#shared/calls/api-client.ts';
import { errorMessage } from '#shared/calls/api-error.ts';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { useList } from '#ui/lists/use-list.ts';
import type { ItemListState } from '../lists/counted-heading.ts';

type Options = {
  search?: string;
  isNeeded?: boolean;
  /** Keeps its identity. */
  chosen?: Pick<ChosenOptions, 'state'>;
};

/** For administrators: includes what visitors do not see. Articles have no bodies there. */
export function useItemList<Entry>(kind: Kind, { chosen, ...options }: Options = {}): ItemListState<Entry> {
  const api = useApi();
  const load = useCallback(
    (page: ListOptions) => {
      const fields = kind.name === articleKind.name ? { fields: 'card' } : {};
      return api.list<Entry>(`/${kind.name}/admin${queryString({ ...page, ...chosen, ...fields })}`);
    },
    [api, kind, chosen],
  );
  const list = useList(load, kind.texts.listFailed, options);
  return { ...list, isNarrowed: Boolean(options.search || chosen?.state) };
}

/** Null when it cannot be read, after a toast that says why. */
export function useReadItem<Item>(kind: Kind): (id: number) => Promise<Item | null> {
  const api = useApi();
  return useCallback(
    async (id) => {
      try {
        return await getItem<Item>(api, kind, id);
      } catch (error) {
        toast.error(errorMessage(error, kind.texts.readFailed));
        return null;
      }
    },
    [api, kind],
  );
}
