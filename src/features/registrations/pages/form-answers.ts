/** What the forms of a sign-up are answered where no script runs. Only the server comes here: each makes the calls that the scripts make. */

import { type ActionFunctionArgs, data } from 'react-router';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { loaderApi } from '#ui/api.ts';
import { sendUnproven } from '#ui/forms/send-without-proof-of-work.ts';
import { textOf } from '#ui/text-of.ts';
import type { RegistrationInput } from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';
import { signUp } from '../registrations.client.ts';
import {
  confirmOwn,
  loadOwnRegistration,
  loadRefused,
  type OwnAnswer,
  type OwnLoaded,
  ownVerbs,
} from './own-registration.ts';
import { changeOf, problemsOf, type SignupAnswer, signUpBy, valuesOf } from './signing-up.ts';

export async function answerSignupForm({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = context.get(loaderApi);
  const token = textOf(form, 'token');
  if (token) return { own: await answerOwn(api, token, form) };
  const eventId = Number(new URL(request.url).searchParams.get('event'));
  const values = valuesOf(form);
  const outcome = await signUpBy((input) => signUpUnproven(api, eventId, input), values);
  const signup: SignupAnswer = { values: { ...values, website: '' }, outcome };
  return data({ signup }, { status: outcome.kind === 'error' ? (outcome.status ?? 400) : 200 });
}

function signUpUnproven(api: Api, eventId: number, { website, ...input }: RegistrationInput) {
  return sendUnproven({
    send: () => signUp(api, eventId, { ...input, ...(website !== undefined && { website }) }),
    sendWithoutForm: () => signUp(api, eventId, input),
    tooManyHere: registrationMessages.tooManyHere,
  });
}

async function answerOwn(api: Api, token: string, form: FormData): Promise<OwnAnswer> {
  const intent = textOf(form, 'intent');
  const own = await loadOwnRegistration(api, token);
  if (!own.registration && !(intent === 'erase' && own.canErase)) return { ...own, token };
  if (intent === 'confirm') return { ...(await confirmOwn(api, token, own)), token };
  if ((intent === 'give-back' || intent === 'erase') && !form.has('sure')) return { ...own, token, asks: intent };
  try {
    return { ...own, ...(await done(api, { token, before: own }, form)), token };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ...(await loadRefused(api, { token, before: own, error })), token };
  }
}

async function done(api: Api, own: { token: string; before: OwnLoaded }, form: FormData): Promise<Partial<OwnLoaded>> {
  const intent = textOf(form, 'intent');
  if (intent === 'give-back') return ownVerbs.giveBack(api, own);
  if (intent === 'erase') return ownVerbs.erase(api, own);
  if (intent !== 'change') return {};
  const values = valuesOf(form);
  const fields = problemsOf(values);
  if (Object.keys(fields).length > 0) return { said: { message: '', isError: true, fields } };
  return ownVerbs.change(api, own, changeOf(values));
}
