/** Signing up, confirming, changing and giving back without scripts. Runs only on the server; each makes the calls that the scripts would make. */
import { type ActionFunctionArgs, data } from 'react-router';
import type { Api } from '#shared/calls/api-client.ts';
import { loaderApi } from '#ui/api-context.ts';
import { formText } from '#ui/form-field-text.ts';
import { sendWithoutProofOfWork } from '#ui/forms/send-without-proof-of-work.ts';
import type {
  OwnRegistration,
  OwnRegistrationChange,
  OwnRegistrationInput,
  RegistrationInput,
} from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';
import { signUp } from '../registrations.client.ts';
import { loadOwnRegistration, makeOwnChange, type OwnAnswer } from './own-registration.ts';
import { ownRegistrationInput, type SignupAnswer, signupFormValues, validateAndSignUp } from './signing-up.ts';

export async function answerSignupForm({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = context.get(loaderApi);
  const token = formText(form, 'token');
  if (token) return { own: await answerOwnForm(api, token, form) };
  const eventId = Number(new URL(request.url).searchParams.get('event'));
  const values = signupFormValues(form);
  if (formText(form, 'do') === 'edit') return data({ signup: { values } satisfies SignupAnswer });
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

/** After a refusal the fields keep what was typed. */
async function answerOwnForm(api: Api, token: string, form: FormData): Promise<OwnAnswer> {
  const before = await loadOwnRegistration(api, token);
  const { registration } = before;
  if (!registration) return { ...before, token };
  const question = formText(form, 'do');
  if (question === 'give-back' || question === 'erase')
    return { ...(await makeOwnChange(api, { token, before, verb: { do: question } })), token };
  const input = form.has('name') ? ownRegistrationInput(form) : {};
  const isPending = registration.state === 'pending';
  // A button that is pressed twice has confirmed already.
  if (!isPending && question !== 'change') return { ...before, token };
  const verb = { do: isPending ? 'confirm' : 'change', input } as const;
  const made = await makeOwnChange(api, { token, before, verb });
  return {
    ...made,
    token,
    ...(made.said?.kind === 'error' && { said: { ...made.said, typed: typedOf(input, made.registration) } }),
  };
}

/** What the guest has changed: the rest of the form may have been changed elsewhere since. */
function typedOf(
  { shown, name, places, answers }: OwnRegistrationChange,
  now: OwnRegistration | null,
): OwnRegistrationInput {
  const answerNow = (answer: string, at: number) => now?.answers[at]?.answer ?? answer;
  return {
    name: name === shown?.name ? undefined : name,
    places: places === shown?.places ? undefined : places,
    answers: answers?.map((answer, at) => (answer === shown?.answers?.[at] ? answerNow(answer, at) : answer)),
  };
}
