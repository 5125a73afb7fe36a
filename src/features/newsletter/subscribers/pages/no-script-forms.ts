/** Answers the newsletter's forms without scripts. Runs only on the server: each makes the call that the script would make. */
import { type ActionFunctionArgs, data } from 'react-router';
import { newsletterAnswers, newsletterMessages } from '#features/newsletter/newsletter.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { isEmailAddress, readEmailAddress } from '#shared/email-address.ts';
import { loaderApi } from '#ui/api-context.ts';
import { formText } from '#ui/form-field-text.ts';
import { sendWithoutProofOfWork } from '#ui/forms/send-without-proof-of-work.ts';
import { subscribe, verifySubscription } from '../subscribing/subscribing.client.ts';
import { type Outcome, subscribedOutcome, subscribeFailureText } from './subscribing.ts';
import { followUnsubscribeLink } from './unsubscribing.ts';

export type SubscribeAnswer = { email: string; outcome: Outcome };

export async function subscribeByForm({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const email = formText(form, 'email');
  const answered = (outcome: Outcome, status = 200) => data({ email, outcome } satisfies SubscribeAnswer, { status });
  if (!isEmailAddress(readEmailAddress(email)))
    return answered({ kind: 'error', message: newsletterMessages.invalidEmail }, 400);
  try {
    const api = context.get(loaderApi);
    await sendWithoutProofOfWork({
      send: () => subscribe(api, { email, website: formText(form, 'website') }),
      sendWithoutForm: () => subscribe(api, { email }),
      tooManyHere: newsletterAnswers.tooManyHere,
    });
    return answered(subscribedOutcome);
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 500;
    return answered({ kind: 'error', message: subscribeFailureText(error) }, status);
  }
}

export async function verifyByForm({ request, context }: ActionFunctionArgs) {
  const verification = await verifySubscription(context.get(loaderApi), formText(await request.formData(), 'token'));
  if (verification.status === 'success') return data(verification);
  return data(verification, { status: verification.mayPass ? 503 : 400 });
}

export async function unsubscribeByForm({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const link = { email: formText(form, 'email'), token: formText(form, 'token'), isUndo: form.get('undo') === '1' };
  const answer = await followUnsubscribeLink(context.get(loaderApi), link);
  return data(answer, { status: answer.status });
}
