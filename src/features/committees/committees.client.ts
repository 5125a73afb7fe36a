import type { Api } from '#shared/calls/api-client.ts';
import type { Committee } from './committee.schema.ts';

/** Past years, the last one first. */
export async function listCommittees(api: Api, signal?: AbortSignal): Promise<Committee[]> {
  return (await api.list<Committee>('/committees', signal)).items;
}

export function getCommittee(api: Api, label: string, signal?: AbortSignal): Promise<Committee> {
  return api.call('GET', `/committees/${encodeURIComponent(label)}`, undefined, signal);
}
