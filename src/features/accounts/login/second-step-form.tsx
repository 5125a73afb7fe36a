import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { moveFocusOnRemoval } from '#ui/page/focus.ts';
import { Alert, FieldGroup } from '#ui/page/screen-parts.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import { AppCodeField } from '../forms/account-fields.tsx';
import { canUsePasskeys, requestPasskey } from '../passkeys/browser-passkeys.client.ts';
import type { SecondStepChallenge, SecondStepInput } from '../second-factor/second-factor.schema.ts';
import { appCodeProblem, recoveryCodeProblem, type SecondFactorMethod } from '../second-factor/second-factor.ts';
import styles from './second-step-form.module.css';

type Props = {
  challenge: SecondStepChallenge;
  /** May reject. */
  finish: (input: SecondStepInput) => Promise<void>;
  onBack: () => void;
};

const switches: Record<SecondFactorMethod, string> = {
  passkey: 'Use a passkey',
  app: 'Use a code from the authenticator app',
  'recovery-code': 'Use a recovery code',
};

/** After the password. */
export function SecondStepForm({ challenge, finish, onBack }: Props) {
  const { token, passkey } = challenge;
  const methods = challenge.methods.filter((one) => one !== 'passkey' || canUsePasskeys());
  const [method, setMethod] = useState<SecondFactorMethod>(methods[0] ?? 'recovery-code');
  const [typed, setTyped] = useState('');
  const { isBusy, problem, fields, submit, forget } = useSubmit('Signing in did not work. Please try again.');

  const form = useRef<HTMLFormElement>(null);
  // The focused button has disappeared.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, button')?.focus(), [method]);

  function choose(next: SecondFactorMethod) {
    setMethod(next);
    setTyped('');
    forget();
  }

  function send(event: FormEvent) {
    event.preventDefault();
    if (method === 'passkey') {
      if (passkey) void submit(async () => finish({ challenge: token, passkey: await requestPasskey(passkey) }));
      return;
    }
    void submit(() => finish({ challenge: token, ...(method === 'app' ? { code: typed } : { recoveryCode: typed }) }), {
      code: method === 'app' ? appCodeProblem(typed) : recoveryCodeProblem(typed),
    });
  }

  return (
    <>
      <form ref={form} className="full" aria-label="Second step" noValidate onSubmit={send}>
        <FieldGroup disabled={isBusy}>
          {method === 'passkey' && (
            <p className={`muted ${styles.words}`}>Your device asks for your finger, your face or a PIN.</p>
          )}
          {method === 'app' && <AppCodeField error={fields.code} value={typed} onChange={setTyped} />}
          {method === 'recovery-code' && (
            <TextField
              label="Recovery code"
              hint="One of the ten that you were shown when you set up your second factor. Each works once."
              required
              autoComplete="off"
              error={fields.code ?? null}
              value={typed}
              onChange={setTyped}
            />
          )}
          {problem && <Alert>{problem}</Alert>}
          <Button type="submit" disabled={isBusy}>
            {isBusy ? 'Checking...' : method === 'passkey' ? 'Use your passkey' : 'Continue'}
          </Button>
        </FieldGroup>
      </form>
      <div ref={moveFocusOnRemoval} className={`row ${styles.others}`}>
        {methods
          .filter((one) => one !== method)
          .map((one) => (
            <Button key={one} size="small" variant="quiet" disabled={isBusy} onClick={() => choose(one)}>
              {switches[one]}
            </Button>
          ))}
        <Button size="small" variant="quiet" onClick={onBack}>
          Start again
        </Button>
      </div>
      <LostEverything />
    </>
  );
}

/** What to do without phone, passkeys and codes. */
function LostEverything() {
  return (
    <details className={`muted ${styles.lost}`}>
      <summary>I have lost everything</summary>
      <p>
        Another administrator can make a link for you under More, Administrators: it removes your second factor, and
        then your password is enough.
      </p>
      <p>
        Or ask the person who runs the server to enter: <code>npm run admin -- reset-second-factor NAME</code>
      </p>
    </details>
  );
}
