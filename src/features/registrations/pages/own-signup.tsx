import { AddToCalendar } from '#features/events/calendar/add-to-calendar.tsx';
import { MessagePage, TryAgain } from '#features/settings/pages/message-page.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { usePageSettings } from '#features/settings/pages/site-context.ts';
import { isPassing } from '#shared/calls/retry.ts';
import { longDate } from '#shared/dates.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { Button, type ButtonVariant, LinkButton } from '#ui/forms/button.tsx';
import field from '#ui/forms/field.module.css';
import { focusAndShowHeading } from '#ui/page/focus.ts';
import notice from '#ui/page/notice.module.css';
import { Section } from '#ui/page/page-sections.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import type { OwnRegistration } from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';
import { EventSummary } from './event-summary.tsx';
import {
  type OwnAnswer,
  type OwnLoaded,
  type OwnQuestion,
  ownActionQuestion,
  ownRegistrationSentence,
  ownTexts,
} from './own-registration.ts';
import { OwnSignupForm } from './own-signup-form.tsx';
import styles from './signup.module.css';
import { SignupOutcome } from './signup-form.tsx';
import { signupTexts } from './signup-texts.ts';
import { type OwnSignupState, useOwnSignup } from './use-own-signup.ts';

type OwnActionsProps = Pick<OwnSignupState, 'make' | 'isBusy' | 'setOwn'> & {
  registration: OwnRegistration;
  token: string;
};

/** The page of a mail's link. Opening it changes nothing: a button confirms what it shows (H2). */
export function OwnSignup({ token, first }: Parameters<typeof useOwnSignup>[0]) {
  const state = useOwnSignup({ token, first });
  const { own } = state;
  return (
    <Section>
      <PageMeta title="Your sign-up" />
      {!own ? (
        <Opening />
      ) : own.registration ? (
        <div className={styles.page}>
          <h1>{own.others?.length ? 'Your sign-ups' : 'Your sign-up'}</h1>
          <Standing {...state} own={own} registration={own.registration} token={token} isAnswer={own === first} />
          {own.others?.map((other) => (
            <OtherSignup key={other.token} {...other} />
          ))}
        </div>
      ) : (
        <Gone {...own} />
      )}
    </Section>
  );
}

/** Waits to be confirmed as well; a stranger may have asked for it. */
function OtherSignup({ token, ...first }: OwnAnswer) {
  const state = useOwnSignup({ token, first });
  const { own } = state;
  if (!own) return null;
  return (
    <section className={`${styles.page} ${styles.other}`}>
      {own.registration ? (
        <Standing {...state} own={own} registration={own.registration} token={token} />
      ) : (
        <SignupOutcome outcome={own.said} />
      )}
    </section>
  );
}

/** The server does not know what the browser keeps: only a token in the address opens the page without scripts. */
function Opening() {
  return (
    <MessagePage title="Your sign-up" icon="calendar">
      <Spinner>
        <p>Loading your sign-up…</p>
      </Spinner>
      <noscript>
        {import.meta.env.SSR && (
          <div className={notice.byHand}>
            <p>{registrationMessages.linkUnknown}</p>
            <LinkButton to="/events">View All Events</LinkButton>
          </div>
        )}
      </noscript>
    </MessagePage>
  );
}

/** The link is unknown or has expired, or everything is erased. */
function Gone({ said }: OwnLoaded) {
  const isFailure = said?.kind === 'error';
  return (
    <MessagePage
      title={said?.message ?? 'Your sign-up'}
      icon="calendar"
      outcome={said && (isFailure ? 'failure' : 'success')}
      role={isFailure ? 'alert' : 'status'}
    >
      <div className={`row ${notice.actions}`}>
        {said?.mayPass && <TryAgain />}
        <LinkButton to="/events" variant="quiet">
          View All Events
        </LinkButton>
      </div>
    </MessagePage>
  );
}

type StandingProps = OwnSignupState & {
  own: OwnLoaded;
  registration: OwnRegistration;
  token: string;
  /** Of a form posted without scripts: the page begins with it. */
  isAnswer?: boolean;
};

function Standing({ own, registration, token, isAnswer, ...verbs }: StandingProps) {
  const { timeZone } = usePageSettings();
  const { event } = own;
  const answer = isAnswer ? own.said : undefined;
  const said = isAnswer && own.said ? { ...own.said, message: '' } : own.said;
  const { name, email, state, signup, mostPlaces, erasedAt } = registration;
  const isPending = state === 'pending';
  // A line that drops or a wrong field leaves the request as it was.
  const isRefused = isPending && said && !isPassing(said.status ?? 500);
  const isChangeable = isPending || (mostPlaces !== null && state !== 'cancelled');
  const isComing = state === 'confirmed' && signup !== 'past' && signup !== 'cancelled';
  return (
    <>
      {answer && (
        <SignupOutcome
          outcome={{ ...answer, message: answer.message || Object.values(answer.fields ?? {}).join(' ') }}
        />
      )}
      {!isRefused && (
        <p className={styles.state} role="status">
          {own.hasLeft ? registrationMessages.left : ownRegistrationSentence(registration)}
        </p>
      )}
      {event && <EventSummary event={event}>{isComing && <AddToCalendar event={event} />}</EventSummary>}
      {!isChangeable && said?.message && <SignupOutcome outcome={said} />}
      {isChangeable && (
        <OwnSignupForm
          {...verbs}
          registration={registration}
          token={token}
          mostPlaces={mostPlaces ?? registration.places}
          said={said}
        />
      )}
      <div className={styles.section}>
        <p className="small">
          {isPending || state === 'cancelled' ? (
            'For'
          ) : (
            <>
              Signed up as <bdi>{name}</bdi>,
            </>
          )}{' '}
          <bdi>{email}</bdi>. We erase your name, your address and any answers on {longDate(erasedAt, timeZone)}.
        </p>
        <OwnSignupActions {...verbs} registration={registration} token={token} />
      </div>
    </>
  );
}

/** Actions that end a sign-up: each asks first. */
function OwnSignupActions({ registration, token, isBusy, setOwn, make }: OwnActionsProps) {
  const { confirm, dialog } = useConfirm();
  const { state, signup, canGiveBack, cancelledBy, eventId } = registration;
  const isOnList = (state === 'confirmed' || state === 'waiting') && signup !== 'cancelled';
  const canReturn = state === 'cancelled' && cancelledBy === 'guest' && (signup === 'open' || signup === 'full');

  async function askAndDo(question: OwnQuestion) {
    const { message, detail, action } = ownActionQuestion(question, registration);
    if (isBusy || !(await confirm(message, action, { detail }))) return;
    const next = await make({ do: question });
    if (!next) return;
    setOwn(next);
    // The focused button has disappeared.
    if (next.said?.kind !== 'error') requestAnimationFrame(() => focusAndShowHeading());
  }

  function buttonOf(question: OwnQuestion, variant: ButtonVariant) {
    return (
      <Button data-scripted variant={variant} aria-disabled={isBusy} onClick={() => void askAndDo(question)}>
        {ownActionQuestion(question, registration).action}
      </Button>
    );
  }

  /** Without scripts a tick is the question. */
  function plainFormOf(question: OwnQuestion, variant: ButtonVariant) {
    const { message, detail, action } = ownActionQuestion(question, registration);
    return (
      <noscript>
        {import.meta.env.SSR && (
          <form className={styles.form} method="post" action="/signup">
            <input type="hidden" name="token" value={token} />
            <input type="hidden" name="do" value={question} />
            <p className="small">
              {message} {detail}
            </p>
            <label className={field.check}>
              <input type="checkbox" required /> {ownTexts.sure}
            </label>
            <div>
              <Button type="submit" variant={variant}>
                {action}
              </Button>
            </div>
          </form>
        )}
      </noscript>
    );
  }

  return (
    <div className={`row ${styles.actions}`}>
      {canReturn && (
        <LinkButton variant="quiet" to={`/signup?event=${eventId}`}>
          {signup === 'full' ? signupTexts.join : 'Sign up again'}
        </LinkButton>
      )}
      {canGiveBack && isOnList && buttonOf('give-back', 'quiet')}
      {buttonOf('erase', 'danger')}
      {canGiveBack && isOnList && plainFormOf('give-back', 'quiet')}
      {plainFormOf('erase', 'danger')}
      {dialog}
    </div>
  );
}
