import type { Api } from '#shared/calls/api-client.ts';
import type { DraftInput, DraftList, FoundDraft } from './draft.schema.ts';

const base = '/drafts/admin';

/** A weak network may neither answer nor fail, and each call waits for the one before. */
const longestMs = 60_000;

export function listDrafts(api: Api): Promise<DraftList> {
  return api.call('GET', base, undefined, AbortSignal.timeout(longestMs));
}

/** @throws also after ten seconds, since a form waits for it */
export function readDraft(api: Api, form: string): Promise<FoundDraft> {
  return api.call('GET', `${base}/${form}`, undefined, AbortSignal.timeout(10_000));
}

export async function storeDraft(api: Api, form: string, input: DraftInput): Promise<string> {
  return (await api.call<{ at: string }>('PUT', `${base}/${form}`, input, AbortSignal.timeout(longestMs))).at;
}

/** Only the one with this id, and not when it was written after `until`. */
export async function deleteDraft(api: Api, { form, ...which }: { form: string; id: string; until: string }) {
  await api.call('DELETE', `${base}/${form}?${new URLSearchParams(which)}`, undefined, AbortSignal.timeout(longestMs));
}
