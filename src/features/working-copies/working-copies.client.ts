import type { Api } from '#shared/api-client.ts';
import type { WorkingCopyDetail, WorkingCopyInput, WorkingCopyList } from './working-copy.schema.ts';

const base = '/working-copies/admin';

/** `held`: the ids of what this browser has, to be told which of them have ended. */
export function listWorkingCopies(api: Api, held: string[]): Promise<WorkingCopyList> {
  return api.call('GET', held.length > 0 ? `${base}?held=${held.join(',')}` : base);
}

export function readWorkingCopy(api: Api, id: string): Promise<WorkingCopyDetail> {
  return api.call('GET', `${base}/${id}`);
}

/** Goes on when the page is closed, as far as the browser lets it. */
export async function keepWorkingCopy(api: Api, id: string, input: WorkingCopyInput): Promise<string> {
  return (await api.call<{ at: string }>('PUT', `${base}/${id}`, input)).at;
}

/** `follows`: the stamps of what is removed. A copy with another one stays. */
export async function removeWorkingCopy(api: Api, id: string, follows: string[]): Promise<void> {
  await api.call('DELETE', `${base}/${id}?follows=${follows.join(',')}`);
}
