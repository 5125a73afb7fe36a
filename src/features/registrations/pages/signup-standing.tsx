import { useNow, usePageSettings } from '#features/settings/pages/site-context.ts';
import { instantText } from '#shared/dates.ts';
import { signupState } from '../registration.ts';
import styles from './signup.module.css';
import { SignupForm, type SignupFormProps } from './signup-form.tsx';
import { placesLeftSentence, signupClosedSentence, signupTexts } from './signup-texts.ts';

/** The form, or why sign-up is closed. */
export function SignupStanding({ event, places, answered, whenAnswered }: SignupFormProps) {
  const { timeZone } = usePageSettings();
  const asIfOn = signupState({ ...event, hasSignup: true }, 0, useNow());
  // That it is cancelled or over matters also where there was no sign-up.
  const byTime = event.hasSignup || asIfOn === 'cancelled' || asIfOn === 'past' ? asIfOn : 'off';
  // The sign-up may have closed since the places were read.
  const isAskedFor = byTime === 'open' || byTime === 'soon';
  const shut = signupClosedSentence(isAskedFor ? places.state : byTime, event, timeZone);
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
