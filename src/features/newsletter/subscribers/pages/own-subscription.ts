/** A subscriber's own subscription, as the page behind a mail's link knows it. */
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError, errorMessage } from '#shared/calls/api-error.ts';
import { formText } from '#ui/form-field-text.ts';
import { type Wish, wishes } from '../subscriber.ts';
import type { OwnSubscription } from '../subscribing/subscribing.schema.ts';

const path = '/newsletter/subscription';

export type OwnLink = { email: string; token: string };

/** Without a `subscription` the link leads nowhere, or all is erased. */
export type Own = OwnLink & {
  subscription: OwnSubscription | null;
  /** The result of the last action. */
  said?: { message: string; isError: boolean };
  asks?: boolean;
  status: number;
};

/** Never throws. */
export async function loadOwnSubscription(api: Api, link: OwnLink): Promise<Own> {
  try {
    if (!link.token) throw new ApiError(400, { message: newsletterAnswers.linkRefused, code: 'invalid' });
    return { ...link, subscription: await api.call('GET', `${path}?${new URLSearchParams(link)}`), status: 200 };
  } catch (error) {
    return { ...link, subscription: null, ...failed(error) };
  }
}

/** Does what the page's form asks for. Never throws. */
export async function changeOrEraseOwnSubscription(api: Api, form: FormData): Promise<Own> {
  const link = { email: formText(form, 'email'), token: formText(form, 'token') };
  try {
    if (form.get('intent') === 'erase') {
      if (form.get('sure') !== 'yes') return { ...(await loadOwnSubscription(api, link)), asks: true };
      const { message } = await api.call<{ message: string }>('DELETE', `${path}?${new URLSearchParams(link)}`);
      return { ...link, subscription: null, said: { message, isError: false }, status: 200 };
    }
    const wish = wishes.find((one) => one === form.get('wish')) ?? ('each' satisfies Wish);
    const { message } = await api.call<{ message: string }>('PUT', path, { ...link, wish });
    return { ...(await loadOwnSubscription(api, link)), said: { message, isError: false } };
  } catch (error) {
    return { ...(await loadOwnSubscription(api, link)), ...failed(error) };
  }
}

function failed(error: unknown) {
  const message = errorMessage(error, newsletterAnswers.choiceFailed);
  return { said: { message, isError: true }, status: error instanceof ApiError ? error.status : 503 };
}
