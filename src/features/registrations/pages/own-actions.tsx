import type { FormEvent, ReactNode } from 'react';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { Button, type ButtonVariant, LinkButton } from '#ui/forms/button.tsx';
import { showAnswer } from '#ui/page/focus.ts';
import type { OwnRegistration } from '../registration.schema.ts';
import type { OwnLoaded, OwnQuestion } from './own-registration.ts';
import styles from './signup.module.css';
import { ownQuestion } from './signup-texts.ts';
import type { OwnSignupState } from './use-own-signup.ts';

type OwnActionsProps = Pick<OwnSignupState, 'confirm' | 'giveBack' | 'erase' | 'isBusy' | 'setOwn'> & {
  /** Null where the event is gone. */
  registration: OwnRegistration | null;
  token: string;
  /** What the server asks where no script can. */
  asks: OwnQuestion | undefined;
};

/** What ends a sign-up: each is asked again. */
export function OwnActions({ registration, token, asks, isBusy, setOwn, ...verb }: OwnActionsProps) {
  const { confirm, dialog } = useConfirm();
  const { state = 'cancelled', signup, canGiveBack, cancelledBy, eventId } = registration ?? {};
  const verbs = { 'give-back': verb.giveBack, erase: verb.erase };
  const isOnList = (state === 'confirmed' || state === 'waiting') && signup !== 'cancelled';
  const canReturn = state === 'cancelled' && cancelledBy === 'guest' && (signup === 'open' || signup === 'full');

  async function askAndDo(question: OwnQuestion) {
    const { message, detail, action, keep } = ownQuestion(question, state);
    if (isBusy || !(await confirm(message, action, { detail, keep }))) return;
    show(await verbs[question]());
  }

  function show(next: OwnLoaded | undefined) {
    if (!next) return;
    setOwn(next);
    // The button that had the focus is gone.
    if (!next.said?.isError) requestAnimationFrame(showAnswer);
  }

  async function take() {
    if (!isBusy) show(await verb.confirm());
  }

  function formOf(question: OwnQuestion, variant: ButtonVariant) {
    return (
      <PostedForm token={token} intent={question} onSubmit={() => void askAndDo(question)}>
        <Button type="submit" variant={variant} aria-disabled={isBusy}>
          {ownQuestion(question, state).action}
        </Button>
      </PostedForm>
    );
  }

  if (asks) return <Asked {...{ asks, state, token }} />;
  return (
    <div className={styles.actions}>
      {canReturn && <LinkButton to={`/signup?event=${eventId}`}>Sign up again</LinkButton>}
      {state === 'pending' && (
        <PostedForm token={token} intent="confirm" onSubmit={() => void take()}>
          <Button type="submit" aria-disabled={isBusy}>
            Take my place
          </Button>
        </PostedForm>
      )}
      {canGiveBack && isOnList && formOf('give-back', 'quiet')}
      {formOf('erase', 'danger')}
      {dialog}
    </div>
  );
}

/** The question in the page, for browsers without scripts. */
function Asked({ asks, state, token }: { asks: OwnQuestion; state: OwnRegistration['state']; token: string }) {
  const { message, detail, action, keep } = ownQuestion(asks, state);
  return (
    <div className={styles.question}>
      <h2>{message}</h2>
      <p>{detail}</p>
      <div className={styles.actions}>
        <PostedForm token={token} intent={asks}>
          <input type="hidden" name="sure" value="yes" />
          <Button type="submit" variant="danger">
            {action}
          </Button>
        </PostedForm>
        <a href={`/signup?token=${encodeURIComponent(token)}`}>{keep}</a>
      </div>
    </div>
  );
}

type PostedFormProps = { token: string; intent: OwnQuestion | 'confirm'; onSubmit?: () => void; children: ReactNode };

/** Posts itself without scripts. */
function PostedForm({ token, intent, onSubmit, children }: PostedFormProps) {
  function submit(submitted: FormEvent) {
    if (!onSubmit) return;
    submitted.preventDefault();
    onSubmit();
  }
  return (
    <form method="post" action="/signup" onSubmit={submit}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="intent" value={intent} />
      {children}
    </form>
  );
}
