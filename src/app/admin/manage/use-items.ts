import { useCallback } from 'react';
import { articleKind } from '#features/articles/article.kind.ts';
import { getItem } from '#features/items/items.client.ts';
import type { Kind } from '#features/items/kind.ts';
import { errorMessage } from '#shared/calls/api-error.ts';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { useList } from '#ui/lists/use-list.ts';
import type { ItemListState } from '../lists/counted-heading.ts';

type Options = { search?: string; state?: string; isNeeded?: boolean };

/** For administrators: includes what visitors do not see. Articles have no bodies there. */
export function useItemList<Entry>(kind: Kind, options: Options = {}): ItemListState<Entry> {
  const fields = kind.name === articleKind.name ? 'card' : '';
  const list = useList<Entry>(`/${kind.name}/admin`, kind.texts.listFailed, { ...options, fields });
  return { ...list, isNarrowed: Boolean(options.search || options.state) };
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
