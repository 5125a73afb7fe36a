import type { Api } from '#shared/api-client.ts';
import { ApiError } from '#shared/api-error.ts';
import { isEmail } from '#shared/email.ts';
import { subscribe } from '../newsletter.client.ts';
import { newsletterMessages } from '../newsletter.ts';

export type Outcome = { kind: 'success' | 'error'; message: string };

/** Checks an address and subscribes it; what came of it, in words (spec 5 and 8). `website` is the robots' field. Never throws. */
export async function subscribeAddress(api: Api, address: string, website: string): Promise<Outcome> {
  if (!isEmail(address)) return { kind: 'error', message: newsletterMessages.invalidEmail };
  try {
    await subscribe(api, { email: address, website, pageOpenMs: Math.round(performance.now()) });
    return { kind: 'success', message: newsletterMessages.subscribed };
  } catch (error) {
    return { kind: 'error', message: failure(error) };
  }
}

/** The server's sentence, else the spec's; a broken connection says nothing a reader could use. */
function failure(error: unknown): string {
  if (error instanceof ApiError) return error.code === 'error' ? newsletterMessages.subscribeRefused : error.message;
  if (error instanceof TypeError || !(error instanceof Error)) return newsletterMessages.subscribeFailed;
  return error.message || newsletterMessages.subscribeFailed;
}
