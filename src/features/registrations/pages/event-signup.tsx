import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { useNow, usePageSettings } from '#features/settings/pages/site-context.ts';
import { useApi } from '#ui/api-context.ts';
import { buttonClass, LinkButton } from '#ui/forms/button.tsx';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { isPlainClick } from '#ui/router-link.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { registrationMessages, type SignupState, signupState } from '../registration.ts';
import { getEventPlaces } from '../registrations.client.ts';
import { askedFor, fullEvents } from './asked-for.ts';
import styles from './signup.module.css';
import { signupClosedSentence, signupTexts } from './signup-texts.ts';

const place = 'sign-up';

/** Leads to the form below it, or without scripts to the form's own page; says so once sign-up has closed. */
export function SignupLink({ event }: { event: SocietyEvent }) {
  const isAsked = askedFor.useValue().includes(event.id);
  const isFull = fullEvents.useValue().includes(event.id);
  const state = signupState(event, 0, useNow());
  if (state === 'closed') return <p className="line strong">{registrationMessages.closed}</p>;
  if (state !== 'open') return null;

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
      {isFull ? signupTexts.join : 'Sign up'}
    </LinkButton>
  );
}

/** The sign-up on an event's page. The page is the same for everyone; the browser asks how many places are left. */
export function EventSignup({ event }: { event: SocietyEvent }) {
  const { timeZone } = usePageSettings();
  const state = signupState(event, 0, useNow());
  // The head of the event says that it was cancelled, or that sign-up has closed.
  if (state === 'off' || state === 'cancelled' || state === 'closed') return null;
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

type AskedStandingProps = { event: SocietyEvent; byTime: 'open' | 'soon' };

/** Most who read about an event do not sign up: the form comes for those who go near it. */
function AskedStanding({ event, byTime }: AskedStandingProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const load = () => setIsNear(true);
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load());
    if (place.current) observer.observe(place.current);
    // Someone who scrolls or uses the keyboard is on the way to it.
    for (const use of ['scroll', 'keydown']) addEventListener(use, load, { capture: true, signal: ended.signal });
    return () => {
      observer.disconnect();
      ended.abort();
    };
  }, []);
  if (isNear) return <LoadedStanding event={event} byTime={byTime} />;
  return (
    <div ref={place}>
      <Waiting event={event} byTime={byTime} />
    </div>
  );
}

/** Refetches when the sign-up opens while the page is open. */
function LoadedStanding({ event, byTime }: AskedStandingProps) {
  const api = useApi();
  const { timeZone } = usePageSettings();
  const { id } = event;
  const load = useCallback(
    () => Promise.all([import('./signup-standing.tsx').catch(() => null), getEventPlaces(api, id)]),
    // oxlint-disable-next-line react/exhaustive-deps -- with another `byTime` the answer is another
    [api, id, byTime],
  );
  const { data, error, reload } = useFetched(load, signupTexts.placesFailed);
  const isFull = data?.[1].state === 'full';
  useEffect(() => {
    if (!isFull) return;
    fullEvents.set([...fullEvents.get(), id]);
    return () => fullEvents.set(fullEvents.get().filter((one) => one !== id));
  }, [id, isFull]);
  // What is there stays when asking again fails: it may be the answer to a sign-up.
  if (error && !data) return <ErrorState message={error} onRetry={() => void reload()} />;
  if (!data) return <Waiting event={event} byTime={byTime} />;
  const [code, places] = data;
  // After an update of the site its old code is gone: the form's own page comes whole from the server.
  const shut = signupClosedSentence(byTime === 'soon' ? byTime : places.state, event, timeZone);
  if (!code)
    return shut ? (
      <p className="muted">{shut}</p>
    ) : (
      <a className={buttonClass()} href={`/signup?event=${id}`} rel="nofollow">
        Sign up
      </a>
    );
  return <code.SignupStanding event={event} places={places} whenAnswered={() => void reload()} />;
}

function Waiting({ event, byTime }: AskedStandingProps) {
  const { timeZone } = usePageSettings();
  if (byTime === 'soon') return <p className="muted">{signupClosedSentence(byTime, event, timeZone)}</p>;
  return (
    <div className={styles.loading}>
      <Spinner />
    </div>
  );
}
