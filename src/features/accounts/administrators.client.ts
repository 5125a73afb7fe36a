import type { Api } from '#shared/calls/api-client.ts';
import type {
  Administrator,
  LoginAnswer,
  NewInvitation,
  OpenInvitation,
  ReadInvitation,
  Session,
} from './account.schema.ts';
import { outcomeOf, type SignInOutcome } from './accounts.client.ts';

type Message = { message: string };

const path = '/admin/administrators';

export function listAdministrators(api: Api): Promise<Administrator[]> {
  return api.call('GET', path);
}

export function listInvitations(api: Api): Promise<OpenInvitation[]> {
  return api.call('GET', `${path}/invitations`);
}

/** Only this answer has the link. */
export function inviteAdministrator(api: Api, email: string): Promise<NewInvitation> {
  return api.call('POST', `${path}/invitations`, { email });
}

export function revokeInvitation(api: Api, id: number): Promise<Message> {
  return api.call('DELETE', `${path}/invitations/${id}`);
}

/** Only this answer has the link. */
export function makeLink(api: Api, id: number, purpose: 'reset' | 'factor'): Promise<NewInvitation> {
  return api.call('POST', `${path}/${id}/links`, { purpose });
}

/** Needs the token of a link, and no session. */
export function resetFactorByLink(api: Api, token: string): Promise<Message> {
  return api.call('POST', '/account-links/use', { token });
}

export function changeAdministrator(
  api: Api,
  id: number,
  change: 'deactivate' | 'reactivate' | 'sign-out',
): Promise<Message> {
  return api.call('POST', `${path}/${id}/${change}`, {});
}

/** Permanently erases a deactivated administrator. */
export function eraseAdministrator(api: Api, id: number): Promise<Message> {
  return api.call('DELETE', `${path}/${id}`);
}

export function changeNames(
  api: Api,
  input: { username: string; email: string; currentPassword: string },
): Promise<Message> {
  return api.call('PUT', '/admin/account', input);
}

/** For calls that are refused with `fresh_proof_needed`. */
export function reauthenticate(api: Api, currentPassword: string): Promise<Message> {
  return api.call('POST', '/admin/account/proof', { currentPassword });
}

export function changePassword(api: Api, input: { currentPassword: string; newPassword: string }): Promise<Message> {
  return api.call('PUT', '/admin/account/password', input);
}

export function listSessions(api: Api): Promise<Session[]> {
  return api.call('GET', '/admin/account/sessions');
}

/** Includes the current one. */
export function endAllSessions(api: Api): Promise<Message> {
  return api.call('DELETE', '/admin/account/sessions');
}

export function endOneSession(api: Api, id: number): Promise<Message> {
  return api.call('DELETE', `/admin/account/sessions/${id}`);
}

/** Needs the token of a link, and no session. */
export function readInvitation(api: Api, token: string): Promise<ReadInvitation> {
  return api.call('POST', '/account-links/read', { token });
}

/** Anyone who has a second factor is asked for it as well. */
export async function acceptInvitation(
  api: Api,
  input: { token: string; username?: string; password: string },
): Promise<SignInOutcome> {
  return outcomeOf(await api.call<LoginAnswer>('POST', '/account-links/use', input));
}
