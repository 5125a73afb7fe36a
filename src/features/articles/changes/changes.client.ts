import { putSave, type Save } from '#features/items/items.client.ts';
import type { Api } from '#shared/api-client.ts';
import { ApiError } from '#shared/api-error.ts';
import type { Article, ArticleInput } from '../article.schema.ts';

/** Beside the live article, which stays as it is. */
export function keepChanges(
  api: Api,
  id: number,
  save: Save & { input: ArticleInput },
): Promise<Article & { merged?: string }> {
  return putSave(api, `/articles/admin/${id}/changes`, save);
}

/** Those alone: refused when somebody has saved others. */
export function discardChanges(api: Api, id: number, changesId: number): Promise<{ message: string }> {
  return api.call('DELETE', `/articles/admin/${id}/changes?changesId=${changesId}`);
}

type Known = { version?: number; changesId: number | null };

/**
 * A save over both: the live article and its changes. A conflict names one of them; whoever decides to save over it has seen that
 * one, and the save that follows is still refused for the other.
 */
export function overBoth<T>(changesId: number | null, save: (id: number, known: Known) => Promise<T>) {
  let known: { version: number | null; changesId: number | null } | null = null;
  return async (id: number, version: number | null): Promise<T> => {
    const now = known ?? { version, changesId };
    try {
      return await save(id, { changesId: now.changesId, ...(now.version === null ? {} : { version: now.version }) });
    } catch (error) {
      const conflict = error instanceof ApiError ? error.conflict : null;
      if (conflict?.of) known = { ...now, changesId: conflict.of === 'changes' ? conflict.version : null };
      else if (conflict) known = { ...now, version: conflict.version };
      throw error;
    }
  };
}
