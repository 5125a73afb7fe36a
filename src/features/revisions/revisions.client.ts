import type { Api } from '#shared/calls/api-client.ts';
import type { Revision, RevisionDetail } from './revision.schema.ts';

/** `of` is the item's own address for administrators, like '/articles/admin/7' or '/settings/admin/0'. */
export function getRevision(api: Api, of: string, id: number): Promise<RevisionDetail> {
  return api.call('GET', `${of}/revisions/${id}`);
}

/** The values of the last save, as in the form; null when there is none. */
export async function getLastRevision(api: Api, of: string): Promise<RevisionDetail | null> {
  const [last] = (await api.list<Revision>(`${of}/revisions?limit=1`)).items;
  return last ? getRevision(api, of, last.id) : null;
}
