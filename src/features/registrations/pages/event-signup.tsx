import { type MouseEvent, useCallback } from 'react';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { useNow, usePageSettings } from '#features/settings/pages/site-context.ts';
import { instantText } from '#shared/dates.ts';
import { useApi } from '#ui/api-context.ts';
import { LinkButton } from '#ui/forms/button.tsx';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { isPlainClick } from '#ui/router-link.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { type SignupState, signupState } from '../registration.ts';
import { getEventPlaces } from '../registrations.client.ts';
import styles from './signup.module.css';
import { askedFor, SignupForm, type SignupFormProps } from './signup-form.tsx';
import { placesLeftSentence, signupClosedSentence, signupTexts } from './signup-texts.ts';

const place = 'sign-up';

/** Leads to the form below it, or without scripts to the form's own page. */
export function SignupLink({ event }: { event: SocietyEvent }) {
  const isAsked = askedFor.useValue().includes(event.id);
  if (signupState(event, 0, useNow()) !== 'open') return null;

  function goToForm(click: MouseEvent) {
    const heading = document.getElementById(place);
    if (!heading || !isPlainClick(click)) return;
    click.preventDefault();
    heading.focus();
    heading.scrollIntoView({ block: 'start' });
  }

  if (isAsked) return <p className="line strong">Check your inbox</p>;
  return (
    <LinkButton to={`/signup?event=${event.id}`} rel="nofollow" onClick={goToForm}>
      Sign up
    </LinkButton>
  );
}

/** The sign-up on an event's page. The page is the same for everyone; the browser asks how many places are left. */
export function EventSignup({ event }: { event: SocietyEvent }) {
  const { timeZone } = usePageSettings();
  const state = signupState(event, 0, useNow());
  // The head of the event says that it was cancelled.
  if (state === 'off' || state === 'cancelled') return null;
  return (
    <section className={styles.section} data-screen-only aria-labelledby={place}>
      <h3 id={place} tabIndex={-1}>
        Sign up
      </h3>
      {isAskedFor(state) ? (
        <AskedStanding event={event} byTime={state} />
      ) : (
        <p className="muted">{signupClosedSentence(state, event, timeZone)}</p>
      )}
    </section>
  );
}

/** Only the server knows how many places are left. */
function isAskedFor(state: SignupState): state is 'open' | 'soon' {
  return state === 'open' || state === 'soon';
}

/** Refetches when the sign-up opens while the page is open. */
function AskedStanding({ event, byTime }: { event: SocietyEvent; byTime: 'open' | 'soon' }) {
  const api = useApi();
  const { timeZone } = usePageSettings();
  const { id } = event;
  // oxlint-disable-next-line react/exhaustive-deps -- with another `byTime` the answer is another
  const load = useCallback(() => getEventPlaces(api, id), [api, id, byTime]);
  const { data, error, reload } = useFetched(load, signupTexts.placesFailed);
  if (error) return <ErrorState message={error} onRetry={() => void reload()} />;
  if (data) return <SignupStanding event={event} places={data} whenAnswered={() => void reload()} />;
  if (byTime === 'soon') return <p className="muted">{signupClosedSentence(byTime, event, timeZone)}</p>;
  return (
    <div className={styles.loading}>
      <Spinner />
    </div>
  );
}

/** The form, or why sign-up is closed. */
export function SignupStanding({ event, places, answered, whenAnswered }: SignupFormProps) {
  const { timeZone } = usePageSettings();
  const byTime = signupState(event, 0, useNow());
  // The sign-up may have closed since the places were read.
  const shut = signupClosedSentence(isAskedFor(byTime) ? places.state : byTime, event, timeZone);
  const left = placesLeftSentence(places);
  if (shut !== null) return <p className="muted">{shut}</p>;
  return (
    <>
      {left && <p className={`notable ${styles.left}`}>{left}</p>}
      {places.state === 'full' && <p className="muted">{signupTexts.waitingList}</p>}
      {event.signupClosesAt && (
        <p className="muted">Sign-up closes on {instantText(event.signupClosesAt, timeZone)}.</p>
      )}
      <SignupForm event={event} places={places} answered={answered} whenAnswered={whenAnswered} />
    </>
  );
}
