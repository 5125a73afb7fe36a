import { newsletterAnswers, newsletterMessages } from '#features/newsletter/newsletter.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { isEmailAddress, readEmailAddress } from '#shared/email-address.ts';
import { sendWithProofOfWork } from '#ui/forms/send-with-proof-of-work.ts';
import { subscribe } from '../subscribing/subscribing.client.ts';

/** `next`: what is left to do. */
export type Outcome = { kind: 'success' | 'error' | 'waiting'; message: string; next?: string };

export const subscribedOutcome: Outcome = {
  kind: 'success',
  message: newsletterMessages.subscribed,
  next: newsletterAnswers.notYet,
};

type Form = { api: Api; address: string; website: string; onWaiting: (outcome: Outcome) => void };

/**
 * Checks an address and subscribes it; returns the result in words (spec 5 and 8). `website` is the honeypot field;
 * `onWaiting` is called if it takes longer. Never throws.
 */
export async function subscribeAddress({ api, address, website, onWaiting }: Form): Promise<Outcome> {
  if (!isEmailAddress(readEmailAddress(address))) return { kind: 'error', message: newsletterMessages.invalidEmail };
  try {
    await sendWithProofOfWork({
      send: (proof) => subscribe(api, { email: address, website, ...(proof && { proof }) }),
      whenProving: () => onWaiting({ kind: 'waiting', message: newsletterAnswers.proving }),
    });
    return subscribedOutcome;
  } catch (error) {
    return { kind: 'error', message: subscribeFailureText(error) };
  }
}

/** The server's sentence, else the spec's; a lost connection's error would not help a subscriber. */
export function subscribeFailureText(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof TypeError || !(error instanceof Error)) return newsletterMessages.subscribeFailed;
  return error.message || newsletterMessages.subscribeFailed;
}
