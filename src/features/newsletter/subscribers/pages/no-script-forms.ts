/** Answers the newsletter's forms without scripts. Runs only on the server: each makes the call that the script would make. */
import { type ActionFunctionArgs, data } from 'react-router';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { loaderApi } from '#ui/api-context.ts';
import { formText } from '#ui/form-field-text.ts';
import { sendWithoutProofOfWork } from '#ui/forms/send-without-proof-of-work.ts';
import { subscribe, verifySubscription } from '../subscribing/subscribing.client.ts';
import { type Answered, validateAndSubscribe } from './subscribing.ts';
import { followUnsubscribeLink } from './unsubscribing.ts';

export async function subscribeByForm({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const email = formText(form, 'email');
  const api = context.get(loaderApi);
  const outcome = await validateAndSubscribe(email, () =>
    sendWithoutProofOfWork({
      send: () => subscribe(api, { email, website: formText(form, 'website') }),
      sendWithoutForm: () => subscribe(api, { email }),
      tooManyHere: newsletterAnswers.tooManyHere,
    }),
  );
  return data({ email, outcome } satisfies Answered, { status: outcome.status ?? 200 });
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
