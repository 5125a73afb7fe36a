import type { Api } from '#shared/calls/api-client.ts';
import { browserId, type Draft } from '#ui/drafts/draft-storage.ts';
import type { DraftKept, DraftList } from './draft.schema.ts';

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

/** Answers another form when the item was deleted permanently. */
export function storeDraft(api: Api, form: string, draft: Draft): Promise<DraftKept> {
  return api.call('PUT', `${base}/${form}`, { ...draft, by: browserId() }, AbortSignal.timeout(longestMs));
}

/** Not what was typed later. */
export async function deleteDraft(api: Api, form: string, until: string): Promise<void> {
  const query = new URLSearchParams({ until });
  await api.call('DELETE', `${base}/${form}?${query}`, undefined, AbortSignal.timeout(longestMs));
}
