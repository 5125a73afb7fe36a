import { type FormEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { focusFirstError } from '#ui/forms/focus-first-error.ts';
import { focusAndShowHeading } from '#ui/page/focus.ts';
import type { OwnRegistration } from '../registration.schema.ts';
import { NameField, PlacesField, QuestionFields } from './guest-fields.tsx';
import { placesHint, type Said, shownOf } from './own-registration.ts';
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
  const { state, answers, ahead } = registration;
  const { name, places, answer } = fieldsOf(registration);
  useFollowing(form, registration);
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
    const next = await make({ do: isPending ? 'confirm' : 'change', input: ownRegistrationInput(new FormData(sent)) });
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
      {/* Who confirms takes what they see. */}
      {!isPending && <input type="hidden" name="shown" value={shownOf(registration)} />}
      <NameField value={said?.typed?.name ?? name} error={said?.fields?.name} />
      <PlacesField
        // With other choices the browser would choose another number.
        key={mostPlaces}
        most={mostPlaces}
        value={said?.typed?.places ?? places}
        hint={placesHint(registration)}
        error={said?.fields?.places}
      />
      <QuestionFields
        questions={answers.map(({ question }) => question)}
        answers={said?.typed?.answers ?? answer}
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

/** What the fields show. */
function fieldsOf({ name, places, mostPlaces, answers }: OwnRegistration) {
  return { name, places: Math.min(places, mostPlaces ?? places), answer: answers.map(({ answer }) => answer) };
}

/** After an answer, fields that the guest has left as they were show what is there now. */
function useFollowing(form: RefObject<HTMLFormElement | null>, registration: OwnRegistration): void {
  const last = useRef(registration);
  useLayoutEffect(() => {
    const [before, now] = [fieldsOf(last.current), fieldsOf(registration)];
    last.current = registration;
    for (const field of ['name', 'places', 'answer'] as const)
      for (const [at, control] of form.current?.querySelectorAll<HTMLInputElement>(`[name=${field}]`).entries() ?? [])
        if (control.value === textOf(before[field], at)) control.value = textOf(now[field], at);
  }, [form, registration]);
}

function textOf(value: string | number | string[], at: number): string {
  return Array.isArray(value) ? (value[at] ?? '') : String(value);
}
