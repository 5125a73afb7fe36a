import { newsletterAnswers, newsletterMessages } from '#features/newsletter/newsletter.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { isEmailAddress, readEmailAddress } from '#shared/email-address.ts';
import { askedBeforeHint } from '#shared/mail/asked-before.ts';
import { bidiIsolated } from '#shared/text.ts';
import { sendWithProofOfWork } from '#ui/forms/send-with-proof-of-work.ts';
import { subscribe } from '../subscribing/subscribing.client.ts';

/** Follows the spec's 'Subscribed!'. The same for everyone: new, subscribed already, asked before, or not written to. */
const notYet =
  'One step is left: press the link in our email. Until then we send you no newsletter. Already subscribed? Nothing changes.';

/** `next`: what is left to do, or why it failed. `status`: the HTTP status of a refusal. */
export type Outcome = { kind: 'success' | 'error' | 'waiting'; message: string; next?: string; status?: number };

/** What the server has answered a form that came without scripts. */
export type Answered = { email: string; outcome: Outcome };

type Form = { api: Api; address: string; website: string; onWaiting: (outcome: Outcome) => void };

/** `website` is the honeypot field; `onWaiting` is called if it takes longer. Never throws. */
export function subscribeAddress({ api, address, website, onWaiting }: Form): Promise<Outcome> {
  return validateAndSubscribe(address, () =>
    sendWithProofOfWork({
      send: (proof) => subscribe(api, { email: address, website, ...(proof && { proof }) }),
      whenProving: () => onWaiting({ kind: 'waiting', message: newsletterAnswers.proving }),
    }),
  );
}

/** Checks an address and sends it; returns the result in words (spec 5 and 8). Never throws. */
export async function validateAndSubscribe(address: string, send: () => Promise<unknown>): Promise<Outcome> {
  if (!isEmailAddress(readEmailAddress(address)))
    return { kind: 'error', message: newsletterMessages.invalidEmail, status: 400 };
  try {
    await send();
    const next = `You entered ${bidiIsolated(address)}. ${notYet} ${askedBeforeHint}`;
    return { kind: 'success', message: newsletterMessages.subscribed, next };
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 500;
    // What `fetch` fails with when no answer comes.
    const next = error instanceof TypeError ? { next: 'The connection was lost.' } : {};
    return { kind: 'error', message: failureText(error), status, ...next };
  }
}

/** The server's sentence, else the spec's; a lost connection's error would not help a subscriber. */
function failureText(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof TypeError || !(error instanceof Error)) return newsletterMessages.subscribeFailed;
  return error.message || newsletterMessages.subscribeFailed;
}
