/** Signing up and confirming without scripts. Runs only on the server; each makes the calls that the scripts would make. */
import { type ActionFunctionArgs, data } from 'react-router';
import type { Api } from '#shared/calls/api-client.ts';
import { loaderApi } from '#ui/api-context.ts';
import { formText } from '#ui/form-field-text.ts';
import { sendWithoutProofOfWork } from '#ui/forms/send-without-proof-of-work.ts';
import type { RegistrationInput } from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';
import { signUp } from '../registrations.client.ts';
import { confirmOwnRegistration, loadOwnRegistration, type OwnAnswer } from './own-registration.ts';
import { type SignupAnswer, signupFormValues, validateAndSignUp } from './signing-up.ts';

export async function answerSignupForm({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = context.get(loaderApi);
  const token = formText(form, 'token');
  if (token) return { own: await confirmByForm(api, token) };
  const eventId = Number(new URL(request.url).searchParams.get('event'));
  const values = signupFormValues(form);
  const outcome = await validateAndSignUp((input) => signUpUnproven(api, eventId, input), values);
  const signup: SignupAnswer = { values: { ...values, website: '' }, outcome };
  return data({ signup }, { status: outcome.kind === 'error' ? (outcome.status ?? 400) : 200 });
}

function signUpUnproven(api: Api, eventId: number, { website, ...input }: RegistrationInput) {
  return sendWithoutProofOfWork({
    send: () => signUp(api, eventId, { ...input, ...(website !== undefined && { website }) }),
    sendWithoutForm: () => signUp(api, eventId, input),
    tooManyHere: registrationMessages.tooManyHere,
  });
}

async function confirmByForm(api: Api, token: string): Promise<OwnAnswer> {
  const own = await loadOwnRegistration(api, token);
  const isPending = own.registration?.state === 'pending';
  return { ...(isPending ? await confirmOwnRegistration(api, token, own) : own), token };
}
