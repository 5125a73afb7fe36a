import type { Api, Page } from '#shared/calls/api-client.ts';
import { type ListOptions, queryOf } from '#shared/calls/api-client.ts';
import type { BinEntry } from './bin.schema.ts';

type Binned = { kind: string; id: number };

/** Latest deletion first. */
export function listBin(api: Api, options: ListOptions = {}): Promise<Page<BinEntry>> {
  return api.list(`/bin/admin${queryOf(options)}`);
}

export function restoreFromBin(api: Api, { kind, id }: Binned): Promise<{ id: number }> {
  return api.call('POST', `/bin/admin/${kind}/${id}`);
}

export function deletePermanently(api: Api, { kind, id }: Binned): Promise<{ message: string }> {
  return api.call('DELETE', `/bin/admin/${kind}/${id}`);
}
