import { newsletterAnswers, newsletterMessages } from '#features/newsletter/newsletter.ts';
import type { Api } from '#shared/api-client.ts';
import { ApiError } from '#shared/api-error.ts';
import { isEmail } from '#shared/email.ts';
import { subscribe } from '../subscribing/subscribing.client.ts';
import type { SubscribeInput } from '../subscribing/subscribing.schema.ts';

export type Outcome = { kind: 'success' | 'error' | 'waiting'; message: string };

type Form = { api: Api; address: string; website: string; tell: (outcome: Outcome) => void };

/**
 * Checks an address and subscribes it; what came of it, in words (spec 5 and 8). `website` is the robots' field; `tell` is
 * called when it takes longer. Never throws.
 */
export async function subscribeAddress({ api, address, website, tell }: Form): Promise<Outcome> {
  if (!isEmail(address)) return { kind: 'error', message: newsletterMessages.invalidEmail };
  try {
    await send(api, { email: address, website }, tell);
    return { kind: 'success', message: newsletterMessages.subscribed };
  } catch (error) {
    return { kind: 'error', message: subscribeFailure(error) };
  }
}

/** Where many subscribe at once the server asks for some work first; a challenge may run out before it is done. */
async function send(api: Api, input: SubscribeInput, tell: Form['tell'], mostChallenges = 3): Promise<void> {
  try {
    await subscribe(api, input);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.challenge || mostChallenges === 0) throw error;
    tell({ kind: 'waiting', message: newsletterAnswers.proving });
    const proof = await (await import('#ui/forms/solve-challenge.ts')).solveChallenge(error.challenge);
    if (!proof) throw error;
    await send(api, { ...input, proof }, tell, mostChallenges - 1);
  }
}

/** The server's sentence, else the spec's; a broken connection says nothing a reader could use. */
export function subscribeFailure(error: unknown): string {
  if (error instanceof ApiError) return error.code === 'error' ? newsletterMessages.subscribeRefused : error.message;
  if (error instanceof TypeError || !(error instanceof Error)) return newsletterMessages.subscribeFailed;
  return error.message || newsletterMessages.subscribeFailed;
}
