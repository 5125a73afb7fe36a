import { ApiError, errorMessage, type FieldErrors } from '#shared/calls/api-error.ts';
import { isEmailAddress, readEmailAddress } from '#shared/email-address.ts';
import { formText } from '#ui/form-field-text.ts';
import type { OwnRegistrationChange, RegistrationInput } from '../registration.schema.ts';
import { registrationLimits, registrationMessages } from '../registration.ts';

/** The form's values; `website` is the hidden field for robots. */
export type SignupValues = {
  name: string;
  email: string;
  places: number;
  answers: string[];
  /** As the form shows them. */
  questions: string[];
  newsletter: boolean;
  website: string;
};

/** `fields` by the names of the API: 'name', 'answers.0'. */
export type Outcome = {
  kind: 'success' | 'error' | 'waiting';
  message: string;
  fields?: FieldErrors;
  /** The HTTP status of a refusal. */
  status?: number;
};

/** Without an outcome the values are there to be changed. */
export type SignupAnswer = { values: SignupValues; outcome?: Outcome };

export function signupFormValues(form: FormData): SignupValues {
  return {
    name: formText(form, 'name'),
    email: formText(form, 'email'),
    places: Number(formText(form, 'places')) || 1,
    answers: textsOf(form, 'answer'),
    questions: textsOf(form, 'question'),
    newsletter: form.has('newsletter'),
    website: formText(form, 'website'),
  };
}

/** In the order of the questions. */
function textsOf(form: FormData, name: 'answer' | 'question'): string[] {
  return form.getAll(name).map((text) => (typeof text === 'string' ? text.trim() : ''));
}

/** What a guest may change later, with what the form was opened with. */
export function ownRegistrationInput(form: FormData): OwnRegistrationChange {
  const { name, places, answers, questions } = signupFormValues(form);
  return { name, places, answers, questions, shown: shownIn(form) };
}

function shownIn(form: FormData): OwnRegistrationChange['shown'] {
  try {
    return JSON.parse(formText(form, 'shown')) as OwnRegistrationChange['shown'];
  } catch {
    return undefined;
  }
}

export function signupFieldErrors({ name, answers }: Pick<SignupValues, 'name' | 'answers'>): FieldErrors {
  const long = answers.flatMap((answer, at) => (answer.length > registrationLimits.answer ? [at] : []));
  return {
    ...(name === '' && { name: registrationMessages.nameMissing }),
    ...(name.length > registrationLimits.name && { name: tooLong('The name', registrationLimits.name) }),
    ...Object.fromEntries(long.map((at) => [`answers.${at}`, tooLong('An answer', registrationLimits.answer)])),
  };
}

/** As the server says it. */
function tooLong(label: string, limit: number): string {
  return `${label} must be at most ${limit} characters`;
}

type Send = (input: RegistrationInput) => Promise<{ message: string }>;

/** Checks and sends the form; returns the result as a sentence. Never throws. */
export async function validateAndSignUp(send: Send, values: SignupValues): Promise<Outcome> {
  const wrong = {
    ...signupFieldErrors(values),
    ...(!isEmailAddress(readEmailAddress(values.email)) && { email: registrationMessages.invalidEmail }),
  };
  if (Object.keys(wrong).length > 0) return { kind: 'error', message: '', fields: wrong };
  try {
    return { kind: 'success', message: (await send(values)).message };
  } catch (error) {
    return signupFailure(error);
  }
}

export function signupFailure(error: unknown, fallback: string = registrationMessages.failed): Outcome {
  const { fields = {}, status = 500 } = error instanceof ApiError ? error : {};
  if (Object.keys(fields).length > 0) return { kind: 'error', message: '', fields, status };
  // What `fetch` fails with when no answer comes.
  const message =
    error instanceof TypeError ? 'The connection was lost. Please try again.' : errorMessage(error, fallback);
  return { kind: 'error', message, status };
}
