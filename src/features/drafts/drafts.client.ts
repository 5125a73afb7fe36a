import type { Api } from '#shared/calls/api-client.ts';
import type { Draft, DraftInput, DraftList } from './draft.schema.ts';

const base = '/drafts/admin';

/** A weak network may neither answer nor fail, and each call waits for the one before. */
const longestMs = 60_000;

export function listDrafts(api: Api): Promise<DraftList> {
  return api.call('GET', base, undefined, AbortSignal.timeout(longestMs));
}

/** @throws also after ten seconds, since a form waits for it */
export async function readDraft(api: Api, form: string): Promise<Draft | null> {
  const signal = AbortSignal.timeout(10_000);
  return (await api.call<{ draft: Draft | null }>('GET', `${base}/${form}`, undefined, signal)).draft;
}

export async function storeDraft(api: Api, form: string, input: DraftInput): Promise<string> {
  return (await api.call<{ at: string }>('PUT', `${base}/${form}`, input, AbortSignal.timeout(longestMs))).at;
}

/** Not one that was written after `until`; null removes any. */
export async function deleteDraft(api: Api, form: string, until: string | null): Promise<void> {
  const query = until === null ? '' : `?${new URLSearchParams({ until })}`;
  await api.call('DELETE', `${base}/${form}${query}`, undefined, AbortSignal.timeout(longestMs));
}
