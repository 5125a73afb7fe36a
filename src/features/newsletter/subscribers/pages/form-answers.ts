/** What the newsletter's forms are answered where no script runs. Only the server comes here: each makes the call that the script would make. */
import { type ActionFunctionArgs, data } from 'react-router';
import { newsletterAnswers, newsletterMessages } from '#features/newsletter/newsletter.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { isEmail } from '#shared/email.ts';
import { loaderApi } from '#ui/api.ts';
import { sendUnproven } from '#ui/forms/send-without-proof-of-work.ts';
import { errorMessage } from '#ui/loaded.ts';
import { textOf } from '#ui/text-of.ts';
import { resubscribe, subscribe, unsubscribe, verifySubscription } from '../subscribing/subscribing.client.ts';
import { type Outcome, subscribeFailure } from './subscribing.ts';

export type SubscribeAnswer = { email: string; outcome: Outcome };

/** `email` and `token` of the link, for the way back. */
export type UnsubscribeAnswer = { email: string; token: string; outcome: { message: string; canUndo: boolean } };

export async function subscribeByForm({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const email = textOf(form, 'email');
  const answered = (outcome: Outcome, status = 200) => data({ email, outcome } satisfies SubscribeAnswer, { status });
  if (!isEmail(email)) return answered({ kind: 'error', message: newsletterMessages.invalidEmail }, 400);
  try {
    const api = context.get(loaderApi);
    await sendUnproven({
      send: () => subscribe(api, { email, website: textOf(form, 'website') }),
      sendWithoutForm: () => subscribe(api, { email }),
      tooManyHere: newsletterAnswers.tooManyHere,
    });
    return answered({ kind: 'success', message: newsletterMessages.subscribed });
  } catch (error) {
    return answered({ kind: 'error', message: subscribeFailure(error) }, statusOf(error));
  }
}

export async function verifyByForm({ request, context }: ActionFunctionArgs) {
  const verification = await verifySubscription(context.get(loaderApi), textOf(await request.formData(), 'token'));
  if (verification.status === 'success') return data(verification);
  return data(verification, { status: verification.message === newsletterMessages.verifyFailed ? 503 : 400 });
}

export async function unsubscribeByForm({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const [email, token] = [textOf(form, 'email'), textOf(form, 'token')];
  const answered = (outcome: UnsubscribeAnswer['outcome'], status = 200) =>
    data({ email, token, outcome } satisfies UnsubscribeAnswer, { status });
  const isUndo = form.get('undo') === '1';
  try {
    if (isUndo) return answered({ ...(await comeBack(context.get(loaderApi), email, token)), canUndo: false });
    const { message, canUndo = false } = await unsubscribe(context.get(loaderApi), email, token);
    return answered({ message, canUndo });
  } catch (error) {
    const fallback = isUndo ? newsletterMessages.subscribeFailed : newsletterMessages.unsubscribeFailed;
    const status = statusOf(error);
    return answered({ message: errorMessage(error, fallback), canUndo: isUndo && status >= 500 }, status);
  }
}

async function comeBack(api: Api, email: string, token: string): Promise<{ message: string }> {
  if (!token) throw new ApiError(400, { message: newsletterAnswers.resubscribeRefused, code: 'invalid' });
  return resubscribe(api, email, token);
}

function statusOf(error: unknown): number {
  return error instanceof ApiError ? error.status : 500;
}
