import type { Api, Page } from '#shared/api-client.ts';
import { type ListOptions, queryOf } from '#shared/list-options.ts';
import type { Member, MemberInput } from './member.schema.ts';

/** Active members, sorted by position. */
export function listMembers(api: Api, options: ListOptions = {}, signal?: AbortSignal): Promise<Page<Member>> {
  return api.list(`/members${queryOf(options)}`, signal);
}

export function getMember(api: Api, id: number): Promise<Member> {
  return api.call('GET', `/members/${id}`);
}

/** Inactive ones too, by name. */
export function listAllMembers(api: Api, options: ListOptions = {}): Promise<Page<Member>> {
  return api.list(`/members/admin${queryOf(options)}`);
}

/** The same `key` again answers the same member. */
export function createMember(api: Api, member: MemberInput, key?: string): Promise<Member> {
  return api.call('POST', '/members/admin', member, undefined, key);
}

export function updateMember(api: Api, id: number, member: MemberInput): Promise<Member> {
  return api.call('PUT', `/members/admin/${id}`, member);
}

export function deleteMember(api: Api, id: number): Promise<{ message: string }> {
  return api.call('DELETE', `/members/admin/${id}`);
}

export function setMemberImage(api: Api, id: number, imageUrl: string): Promise<Member> {
  return api.call('PUT', `/members/admin/${id}/image`, { imageUrl });
}
