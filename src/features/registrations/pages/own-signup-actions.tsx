import type { FormEvent } from 'react';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { Button, type ButtonVariant, LinkButton } from '#ui/forms/button.tsx';
import { focusAndShowHeading } from '#ui/page/focus.ts';
import type { OwnRegistration } from '../registration.schema.ts';
import type { OwnLoaded, OwnQuestion } from './own-registration.ts';
import styles from './signup.module.css';
import { ownActionQuestion, signupTexts } from './signup-texts.ts';
import type { OwnSignupState } from './use-own-signup.ts';

type OwnActionsProps = Pick<OwnSignupState, 'confirm' | 'giveBack' | 'erase' | 'isBusy' | 'setOwn'> & {
  registration: OwnRegistration;
  token: string;
};

/** Actions that end a sign-up: each asks first. */
export function OwnSignupActions({ registration, token, isBusy, setOwn, ...verb }: OwnActionsProps) {
  const { confirm, dialog } = useConfirm();
  const { state, places, signup, canGiveBack, cancelledBy, eventId, ahead } = registration;
  const verbs = { 'give-back': verb.giveBack, erase: verb.erase };
  const isOnList = (state === 'confirmed' || state === 'waiting') && signup !== 'cancelled';
  const canReturn = state === 'cancelled' && cancelledBy === 'guest' && (signup === 'open' || signup === 'full');

  async function askAndDo(question: OwnQuestion) {
    const { message, detail, action, keep } = ownActionQuestion(question, { state, places });
    if (isBusy || !(await confirm(message, action, { detail, keep }))) return;
    show(await verbs[question]());
  }

  function show(next: OwnLoaded | undefined) {
    if (!next) return;
    setOwn(next);
    // The focused button has disappeared.
    if (next.said?.kind !== 'error') requestAnimationFrame(focusAndShowHeading);
  }

  async function take(submitted: FormEvent) {
    submitted.preventDefault();
    if (!isBusy) show(await verb.confirm());
  }

  function buttonOf(question: OwnQuestion, variant: ButtonVariant) {
    return (
      <Button data-scripted variant={variant} aria-disabled={isBusy} onClick={() => void askAndDo(question)}>
        {ownActionQuestion(question, { state, places }).action}
      </Button>
    );
  }

  return (
    <div className={styles.actions}>
      {canReturn && <LinkButton to={`/signup?event=${eventId}`}>Sign up again</LinkButton>}
      {state === 'pending' && (
        // Posts itself without scripts.
        <form method="post" action="/signup" onSubmit={(submitted) => void take(submitted)}>
          <input type="hidden" name="token" value={token} />
          <Button type="submit" aria-disabled={isBusy}>
            {ahead === null ? 'Take my place' : 'Put me on the waiting list'}
          </Button>
        </form>
      )}
      {canGiveBack && isOnList && buttonOf('give-back', 'quiet')}
      {buttonOf('erase', 'danger')}
      <noscript>{import.meta.env.SSR && <p>{signupTexts.needsScript}</p>}</noscript>
      {dialog}
    </div>
  );
}
