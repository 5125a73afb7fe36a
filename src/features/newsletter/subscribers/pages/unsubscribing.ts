import { newsletterAnswers, newsletterMessages } from '#features/newsletter/newsletter.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError, errorMessage } from '#shared/calls/api-error.ts';
import { mayPass } from '#shared/calls/retry.ts';
import type { UnsubscribeAnswer } from '../subscribing/subscribing.schema.ts';

/** The link in a mail; `isUndo`: it undoes an unsubscription. */
export type UnsubscribeLink = { email: string; token: string; isUndo: boolean };

/** `isUnattended`: no one was seen at the page. */
type Followed = UnsubscribeLink & { isUnattended?: boolean };

/** The result, and whether the same token can still undo it. */
export type Unsubscribed = UnsubscribeLink & { message: string; canUndo: boolean; status: number };

/** Does what the link is for. Never throws. */
export async function followUnsubscribeLink(
  api: Api,
  { isUnattended = false, ...link }: Followed,
): Promise<Unsubscribed> {
  const { email, token, isUndo } = link;
  try {
    // The address was copied from the address bar, without its token.
    if (isUndo && !token) throw new ApiError(400, { message: newsletterAnswers.resubscribeRefused, code: 'invalid' });
    if (isUndo) {
      const { message } = await api.call<{ message: string }>('POST', '/newsletter/resubscribe', { email, token });
      return { ...link, message, canUndo: false, status: 200 };
    }
    // The bare address works, too (B1).
    const query = new URLSearchParams({ email, ...(token && { token }), ...(isUnattended && { unattended: '1' }) });
    const path = `/newsletter/unsubscribe?${query}`;
    const { message, canUndo = false } = await api.call<UnsubscribeAnswer>('DELETE', path);
    return { ...link, message: message || newsletterMessages.unsubscribed, canUndo, status: 200 };
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 500;
    const { subscribeFailed, unsubscribeFailed } = newsletterMessages;
    const message = isUndo ? errorMessage(error, subscribeFailed) : unsubscribeFailed;
    return { ...link, message, canUndo: isUndo && mayPass(error), status };
  }
}
