import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { Button, type ButtonVariant, LinkButton } from '#ui/forms/button.tsx';
import { focusAndShowHeading } from '#ui/page/focus.ts';
import type { OwnRegistration } from '../registration.schema.ts';
import type { OwnQuestion } from './own-registration.ts';
import styles from './signup.module.css';
import { ownActionQuestion, signupTexts } from './signup-texts.ts';
import type { OwnSignupState } from './use-own-signup.ts';

type OwnActionsProps = Pick<OwnSignupState, 'giveBack' | 'erase' | 'isBusy' | 'setOwn'> & {
  registration: OwnRegistration;
};

/** Actions that end a sign-up: each asks first. */
export function OwnSignupActions({ registration, isBusy, setOwn, ...verb }: OwnActionsProps) {
  const { confirm, dialog } = useConfirm();
  const { state, places, signup, canGiveBack, cancelledBy, eventId } = registration;
  const verbs = { 'give-back': verb.giveBack, erase: verb.erase };
  const isOnList = (state === 'confirmed' || state === 'waiting') && signup !== 'cancelled';
  const canReturn = state === 'cancelled' && cancelledBy === 'guest' && (signup === 'open' || signup === 'full');

  async function askAndDo(question: OwnQuestion) {
    const { message, detail, action, keep } = ownActionQuestion(question, { state, places });
    if (isBusy || !(await confirm(message, action, { detail, keep }))) return;
    const next = await verbs[question]();
    if (!next) return;
    setOwn(next);
    // The focused button has disappeared.
    if (next.said?.kind !== 'error') requestAnimationFrame(() => focusAndShowHeading());
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
      {canGiveBack && isOnList && buttonOf('give-back', 'quiet')}
      {buttonOf('erase', 'danger')}
      <noscript>{import.meta.env.SSR && <p>{signupTexts.needsScript}</p>}</noscript>
      {dialog}
    </div>
  );
}
