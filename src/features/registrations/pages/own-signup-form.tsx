import { type FormEvent, useRef } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { focusFirstError } from '#ui/forms/focus-first-error.ts';
import { focusAndShowHeading } from '#ui/page/focus.ts';
import type { OwnRegistration } from '../registration.schema.ts';
import { NameField, PlacesField, QuestionFields } from './guest-fields.tsx';
import { placesHint, type Said } from './own-registration.ts';
import { ownRegistrationInput, signupFieldErrors, signupFormValues } from './signing-up.ts';
import styles from './signup.module.css';
import { SignupOutcome } from './signup-form.tsx';
import type { OwnSignupState } from './use-own-signup.ts';

type OwnFormProps = Pick<OwnSignupState, 'make' | 'isBusy' | 'setOwn'> & {
  registration: OwnRegistration;
  token: string;
  mostPlaces: number;
  said: Said | undefined;
};

/** Confirms or changes a sign-up. After a refusal the fields keep what was typed. */
export function OwnSignupForm({ registration, token, mostPlaces, said, isBusy, setOwn, make }: OwnFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { state, name, places, answers, ahead } = registration;
  const isPending = state === 'pending';
  const action = isPending ? (ahead === null ? 'Confirm my place' : 'Put me on the waiting list') : 'Save changes';

  async function submit(submitted: FormEvent) {
    submitted.preventDefault();
    const sent = form.current;
    if (!sent || isBusy) return;
    const typed = signupFormValues(new FormData(sent));
    const wrong = signupFieldErrors(typed);
    const refused = { kind: 'error', message: '', fields: wrong } as const;
    if (Object.keys(wrong).length > 0)
      return focusFirstError(sent, () => setOwn((own) => own && { ...own, said: refused }));
    const next = await make({ do: isPending ? 'confirm' : 'change', input: ownRegistrationInput(typed) });
    if (next?.said?.fields) return focusFirstError(sent, () => setOwn(next));
    if (!next) return;
    setOwn(next);
    // The place may have been given back elsewhere: then this form has disappeared.
    if (next.registration?.state !== state) requestAnimationFrame(() => focusAndShowHeading(sent));
  }

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      // Without scripts the browser posts it: what is typed must not get into the address.
      method="post"
      action="/signup"
      onSubmit={(event) => void submit(event)}
      aria-busy={isBusy}
    >
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="do" value={isPending ? 'confirm' : 'change'} />
      <NameField value={name} error={said?.fields?.name} />
      <PlacesField
        most={mostPlaces}
        value={Math.min(places, mostPlaces)}
        hint={placesHint(registration)}
        error={said?.fields?.places}
      />
      <QuestionFields
        questions={answers.map(({ question }) => question)}
        answers={answers.map(({ answer }) => answer)}
        errors={said?.fields}
      />
      <SignupOutcome outcome={said?.message ? said : undefined} />
      <div>
        <Button type="submit" variant={isPending ? 'primary' : 'quiet'} aria-disabled={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
