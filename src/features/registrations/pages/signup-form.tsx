import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { PrivacyLink } from '#features/settings/pages/privacy-link.tsx';
import { usePageSettings } from '#features/settings/pages/site-context.ts';
import type { FieldErrors } from '#shared/calls/api-error.ts';
import { askedBeforeHint } from '#shared/mail/asked-before.ts';
import { useApi } from '#ui/api-context.ts';
import { Button } from '#ui/forms/button.tsx';
import field from '#ui/forms/field.module.css';
import { focusFirstError } from '#ui/forms/focus-first-error.ts';
import { sendWithProofOfWork } from '#ui/forms/send-with-proof-of-work.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import type { EventPlaces, RegistrationInput } from '../registration.schema.ts';
import { guestPrivacySentence, mostPlacesPerPerson } from '../registration.ts';
import { signUp } from '../registrations.client.ts';
import { askedFor } from './asked-for.ts';
import { NameField, PlacesField, QuestionFields, TypedField } from './guest-fields.tsx';
import {
  type Outcome,
  type SignupAnswer,
  type SignupValues,
  signupFormValues,
  validateAndSignUp,
} from './signing-up.ts';
import styles from './signup.module.css';
import { signupTexts, waitingListHint, wouldJoinWaitingList } from './signup-texts.ts';

export type SignupFormProps = {
  event: SocietyEvent;
  places: EventPlaces;
  /** What the server has answered a form that came without scripts. */
  answered?: SignupAnswer | undefined;
  /** The number of free places may be another one. */
  whenAnswered?: (() => void) | undefined;
};

export function SignupForm({ event, places, answered, whenAnswered }: SignupFormProps) {
  const id = useId();
  const { form, isBusy, answer, submit, edit } = useSignup({ eventId: event.id, answered, whenAnswered });
  const typed = useTypedBefore(form, event.id);
  const { values = typed, outcome } = answer ?? {};
  const isAsked = outcome?.kind === 'success';
  const mustWait = values !== undefined && wouldJoinWaitingList(places, values.places);
  const message = mustWait ? signupTexts.askedWaiting : (outcome?.message ?? '');

  function onSubmit(submitted: FormEvent) {
    submitted.preventDefault();
    void submit();
  }

  return (
    <>
      {isAsked && values && <Asked message={message} values={values} form={id} onEdit={edit} />}
      <form
        ref={form}
        id={id}
        className={styles.form}
        hidden={isAsked}
        noValidate
        // Without this code the browser posts it. While this code loads, after-paint.ts keeps what is sent.
        method="post"
        action={`/signup?event=${event.id}`}
        data-held={isAsked ? undefined : 'no'}
        onSubmit={onSubmit}
        aria-busy={isBusy}
      >
        <SignupFields event={event} places={places} values={values} errors={outcome?.fields} />
        <SignupOutcome outcome={isAsked ? undefined : outcome} />
        <div className={`line ${styles.send}`}>
          <Button type="submit" aria-disabled={isBusy}>
            {places.state === 'full' ? signupTexts.join : 'Sign me up'}
          </Button>
          <PrivacyLink />
        </div>
      </form>
    </>
  );
}

type SignupFieldsProps = Pick<SignupFormProps, 'event' | 'places'> & {
  values: SignupValues | undefined;
  errors: FieldErrors | undefined;
};

function SignupFields({ event, places, values, errors }: SignupFieldsProps) {
  const { guestsKeptDays } = usePageSettings();
  const most = mostPlacesPerPerson(event);
  return (
    <>
      <NameField value={values?.name} error={errors?.name} />
      <TypedField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        value={values?.email}
        error={errors?.email}
        required
      />
      {/* Robots fill in whatever they find; people neither see nor reach it. */}
      <input className="sr-only" name="website" tabIndex={-1} autoComplete="off" aria-hidden />
      <PlacesField most={most} value={values?.places} hint={waitingListHint(places, most)} error={errors?.places} />
      <QuestionFields questions={event.questions} answers={values?.answers} errors={errors} />
      <label className={field.check}>
        <input type="checkbox" name="newsletter" value="yes" defaultChecked={values?.newsletter} />
        Send me the newsletter as well
      </label>
      <div className="small">
        <p>{places.state === 'full' ? signupTexts.afterSendingWaiting : signupTexts.afterSending}</p>
        <p>{guestPrivacySentence(guestsKeptDays)}</p>
      </div>
    </>
  );
}

/** A live region is on the page before its text, or screen readers skip it. */
export function SignupOutcome({ outcome }: { outcome: Outcome | undefined }) {
  const isError = outcome?.kind === 'error';
  return (
    <p className={styles.outcome} data-kind={outcome?.kind} role={isError ? 'alert' : 'status'}>
      {outcome?.message}
    </p>
  );
}

type AskedProps = { message: string; values: SignupValues; form: string; onEdit: () => void };

/** Shown instead of the form, which keeps its values in case one is wrong; without scripts the button posts them. */
function Asked({ message, values: { email, newsletter }, form, onEdit }: AskedProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus();
  }, []);
  return (
    <div ref={place} className={styles.asked} tabIndex={-1}>
      <p className="strong" role="status">
        {message}
      </p>
      <p className="small">
        You entered <bdi>{email}</bdi>. {newsletter && signupTexts.twoEmails} {askedBeforeHint} Signed up already? You
        keep your places.
      </p>
      <div>
        <Button
          type="submit"
          form={form}
          name="do"
          value="edit"
          size="small"
          variant="quiet"
          onClick={(click) => {
            click.preventDefault();
            onEdit();
          }}
        >
          Change what I entered
        </Button>
      </div>
    </div>
  );
}

/** What was typed into the form of an event, for as long as the page lives. */
const typedBefore = new Map<number, SignupValues>();

/** A touch beside the dialog closes it: keeps what was typed for the next time, until it is sent. */
function useTypedBefore(form: RefObject<HTMLFormElement | null>, eventId: number): SignupValues | undefined {
  const [typed] = useState(() => typedBefore.get(eventId));
  useEffect(() => {
    const { current } = form;
    return () => {
      if (current?.hidden) typedBefore.delete(eventId);
      else if (current) typedBefore.set(eventId, signupFormValues(new FormData(current)));
    };
  }, [form, eventId]);
  return typed;
}

type Signup = Pick<SignupFormProps, 'answered' | 'whenAnswered'> & { eventId: number };

/** The state of one form: whether it is being sent, and the result. */
function useSignup({ eventId, answered, whenAnswered }: Signup) {
  const api = useApi();
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, run } = useBusy();
  const [answer, setAnswer] = useState<SignupAnswer | undefined>(answered);

  // The form may have been sent before this code ran (after-paint.ts).
  useEffect(() => {
    if (form.current?.dataset.held === 'yes') form.current.requestSubmit();
  }, []);

  async function submit() {
    const sent = form.current;
    if (!sent) return;
    const values = signupFormValues(new FormData(sent));
    const whenProving = () => setAnswer({ values, outcome: { kind: 'waiting', message: signupTexts.proving } });
    const send = (input: RegistrationInput) =>
      sendWithProofOfWork({
        send: (proof) => signUp(api, eventId, { ...input, ...(proof && { proof }) }),
        whenProving,
      });
    const outcome = await run(() => validateAndSignUp(send, values));
    if (!outcome) return;
    const show = () => setAnswer({ values, outcome });
    if (outcome.fields) return focusFirstError(sent, show);
    show();
    const isAsked = outcome.kind === 'success';
    if (isAsked) askedFor.set([...askedFor.get(), eventId]);
    if (isAsked || outcome.status === 409) whenAnswered?.();
  }

  function edit() {
    askedFor.set(askedFor.get().filter((id) => id !== eventId));
    setAnswer((sent) => sent && { values: sent.values });
    requestAnimationFrame(() => form.current?.querySelector('input')?.focus());
  }

  return { form, isBusy, answer, submit, edit };
}
