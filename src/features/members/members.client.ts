import type { Api, Page } from '#shared/calls/api-client.ts';
import type { Member } from './member.schema.ts';

/** Active members, sorted by position. */
export function listMembers(api: Api, signal?: AbortSignal): Promise<Page<Member>> {
  return api.list('/members', signal);
}
