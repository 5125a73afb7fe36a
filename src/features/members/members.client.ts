import type { Api, Page } from '#shared/api-client.ts';
import { type ListOptions, queryOf } from '#shared/api-client.ts';
import type { Member } from './member.schema.ts';

/** Active members, sorted by position. */
export function listMembers(api: Api, options: ListOptions = {}, signal?: AbortSignal): Promise<Page<Member>> {
  return api.list(`/members${queryOf(options)}`, signal);
}
