import { newsletterMessages } from '#features/newsletter/newsletter.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { mayPass } from '#shared/calls/retry.ts';
import type { OwnSubscription, SubscribeInput, UnsubscribeAnswer, WishInput } from './subscribing.schema.ts';

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

/** Links in the society's own mails carry a token; the bare address works too (B1). `isUnattended`: no one was seen at the page. */
export function unsubscribe(
  api: Api,
  { email, token, isUnattended = false }: { email: string; token: string; isUnattended?: boolean },
): Promise<UnsubscribeAnswer> {
  const query = new URLSearchParams({ email, ...(token && { token }), ...(isUnattended && { unattended: '1' }) });
  return api.call('DELETE', `/newsletter/unsubscribe?${query}`);
}

/** Undoes an unsubscription; `token` is the one of the unsubscribe link. */
export function resubscribe(api: Api, email: string, token: string): Promise<{ message: string }> {
  return api.call('POST', '/newsletter/resubscribe', { email, token });
}

/** `email` and `token` are those of the link; here and below. */
export function getOwnSubscription(api: Api, link: { email: string; token: string }): Promise<OwnSubscription> {
  return api.call('GET', `/newsletter/subscription?${new URLSearchParams(link)}`);
}

export function changeWish(api: Api, input: WishInput): Promise<{ message: string }> {
  return api.call('PUT', '/newsletter/subscription', input);
}

export function eraseOwnSubscription(api: Api, link: { email: string; token: string }): Promise<{ message: string }> {
  return api.call('DELETE', `/newsletter/subscription?${new URLSearchParams(link)}`);
}
