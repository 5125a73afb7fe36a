import type { Api } from '#shared/calls/api-client.ts';
import type { LoginAnswer } from './account.schema.ts';
import { accountMessages } from './account.ts';
import type { SecondStepAnswer, SecondStepChallenge, SecondStepInput } from './second-factor/second-factor.schema.ts';

export type Administrator = { id: number; username: string; email: string };

/** The session's token, or the second step. */
export type SignInOutcome = { token: string } | { challenge: SecondStepChallenge };

/** @throws Error when the answer holds neither token nor challenge, ApiError when the server refuses */
export async function signIn(api: Api, input: { usernameOrEmail: string; password: string }): Promise<SignInOutcome> {
  return outcomeOf(await api.call<Partial<LoginAnswer>>('POST', '/admin/login', input));
}

/** @throws Error when the answer holds neither token nor challenge */
export function outcomeOf({ token, challenge }: Partial<LoginAnswer>): SignInOutcome {
  if (token) return { token };
  if (challenge) return { challenge };
  throw new Error(accountMessages.noToken);
}

export function takeSecondStep(api: Api, input: SecondStepInput): Promise<SecondStepAnswer> {
  return api.call('POST', '/admin/login/second', input);
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
