import { useCallback } from 'react';
import { listAllArticles } from '#features/articles/admin/articles-admin.client.ts';
import { articleKind } from '#features/articles/article.kind.ts';
import type { ArticleCard } from '#features/articles/article.schema.ts';
import { getItem, listItems } from '#features/items/items.client.ts';
import type { Kind } from '#features/items/kind.ts';
import type { ChosenOptions, ListOptions } from '#shared/calls/api-client.ts';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { type ListState, useList } from '#ui/lists/use-list.ts';
import { errorMessage } from '#ui/loaded.ts';

type Options = {
  search?: string;
  isNeeded?: boolean;
  /** Keeps its identity. */
  chosen?: Pick<ChosenOptions, 'state'>;
};

export function useItemList<Entry>(kind: Kind, { chosen, ...options }: Options = {}): ListState<Entry> {
  const api = useApi();
  const load = useCallback(
    (page: ListOptions) => listItems<Entry>(api, kind, { ...page, ...chosen }),
    [api, kind, chosen],
  );
  return useList(load, kind.texts.listFailed, options);
}

/** With drafts, without bodies. */
export function useArticleList({ chosen, ...options }: Options = {}): ListState<ArticleCard> {
  const api = useApi();
  const load = useCallback((page: ListOptions) => listAllArticles(api, { ...page, ...chosen }), [api, chosen]);
  return useList(load, articleKind.texts.listFailed, options);
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
