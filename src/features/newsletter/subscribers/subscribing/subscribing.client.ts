import { newsletterMessages } from '#features/newsletter/newsletter.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { mayPass } from '#shared/calls/retry.ts';
import type { SubscribeInput } from './subscribing.schema.ts';

/** `mayPass`: the link was not refused, and may work when it is tried again. */
export type Verification = { status: 'success' | 'error'; message: string; mayPass?: boolean };

export function subscribe(api: Api, input: SubscribeInput): Promise<{ message: string }> {
  return api.call('POST', '/newsletter/subscribe', input);
}

/** Never throws: a refusal carries the server's message, anything else the spec's sentence (spec 8, B4). */
export async function verifySubscription(api: Api, token: string): Promise<Verification> {
  try {
    const answer: unknown = await api.call('GET', `/newsletter/verify?token=${encodeURIComponent(token)}`);
    if (typeof answer !== 'object' || answer === null || !('status' in answer))
      return { status: 'error', message: newsletterMessages.verifyInvalidAnswer };
    const { status, verified, message, data } = answer as {
      status: unknown;
      verified?: boolean;
      message?: string;
      data?: { message?: string; verified?: boolean };
    };
    const isVerified = status === 'success' || verified === true || data?.verified === true;
    const fallback = isVerified ? newsletterMessages.verified : newsletterMessages.verifyRefused;
    return { status: isVerified ? 'success' : 'error', message: data?.message || message || fallback };
  } catch (error) {
    const isSentence = error instanceof ApiError && error.status < 500;
    const message = isSentence ? error.message : newsletterMessages.verifyFailed;
    return { status: 'error', message, mayPass: mayPass(error) };
  }
}
