import type { Api } from '#shared/api-client.ts';
import type { RevertibleChange } from './account.schema.ts';
import { accountMessages } from './account.ts';

export type Administrator = { id: number; username: string; email: string };

/** Answers the session's token. @throws Error when the answer holds none, ApiError when the server refuses */
export async function signIn(api: Api, input: { usernameOrEmail: string; password: string }): Promise<string> {
  const { token } = await api.call<{ token?: string }>('POST', '/admin/login', input);
  if (!token) throw new Error(accountMessages.noToken);
  return token;
}

export async function verifySession(api: Api): Promise<Administrator> {
  const answer = await api.call<{ administrator: Administrator }>('GET', '/admin/verify');
  return answer.administrator;
}

export function signOut(api: Api): Promise<{ message: string }> {
  return api.call('POST', '/admin/logout');
}

/** The answer is the same whether the address is known or not. */
export function requestPasswordReset(api: Api, email: string): Promise<{ message: string }> {
  return api.call('POST', '/forgotten-password', { email });
}

/** Needs the token of a link 'This was not me', and no session. */
export function readRevertibleChange(api: Api, token: string): Promise<RevertibleChange> {
  return api.call('POST', '/objection/read', { token });
}

export function revertChange(api: Api, token: string): Promise<{ message: string }> {
  return api.call('POST', '/objection', { token });
}
