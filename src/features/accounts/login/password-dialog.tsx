import { useCallback, useState } from 'react';
import { useApi } from '#ui/api.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { Button } from '#ui/forms/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert, FormStack } from '#ui/page/screen-parts.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { problemsOf, useSubmit } from '../admin/use-submit.ts';
import { reauthenticate } from '../administrators.client.ts';
import { canUsePasskeys } from '../passkeys/browser-passkeys.client.ts';
import { readSecondFactor, reauthenticateWithPasskey } from '../second-factor/second-factor.client.ts';
import { appCodeProblem } from '../second-factor/second-factor.ts';
import { AppCodeField } from './fields.tsx';
import styles from './password-dialog.module.css';

type Props = { username: string; answer: (isProven: boolean) => void };

/** Asks for the password before a call that could take the site over. */
export function PasswordDialog({ username, answer }: Props) {
  const api = useApi();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isByApp, setIsByApp] = useState(false);
  const load = useCallback(() => readSecondFactor(api), [api]);
  const { data: factor } = useFetched(load, '');
  const { isBusy, problem, fields, submit, refuse } = useSubmit('This could not be checked. Please try again.');

  async function prove() {
    const problems = isByApp
      ? problemsOf({ code: appCodeProblem(code) })
      : problemsOf({ currentPassword: password ? null : 'Please enter your password' });
    if (problems) return refuse(problems);
    if (await submit(() => reauthenticate(api, isByApp ? { code } : { currentPassword: password }))) answer(true);
  }

  async function proveWithPasskey() {
    if (await submit(() => reauthenticateWithPasskey(api))) answer(true);
  }

  return (
    <FormDialog
      title="Please enter your password again"
      action={isBusy ? 'Checking...' : 'Continue'}
      isBusy={isBusy}
      onSubmit={() => void prove()}
      onCancel={() => answer(false)}
    >
      <div className={styles.body}>
        <FormStack>
          <p className="muted">So that no one else does this at your desk. We will not ask again for ten minutes.</p>
          {isByApp ? (
            <AppCodeField error={fields.code} value={code} onChange={setCode} />
          ) : (
            <Password of={username} error={fields.currentPassword} value={password} onChange={setPassword} />
          )}
          {canUsePasskeys() && factor?.passkeys.some(({ otherDomain }) => otherDomain === null) && (
            <Button size="small" variant="quiet" onClick={() => void proveWithPasskey()}>
              Use a passkey
            </Button>
          )}
          {factor?.app && (
            <Button size="small" variant="quiet" onClick={() => setIsByApp(!isByApp)}>
              {isByApp ? 'Use the password' : 'Use a code from the authenticator app'}
            </Button>
          )}
          {problem && <Alert>{problem}</Alert>}
        </FormStack>
      </div>
    </FormDialog>
  );
}

type PasswordProps = { of: string; error: string | undefined; value: string; onChange: (value: string) => void };

function Password({ of: username, error, ...field }: PasswordProps) {
  return (
    <>
      {/* Password managers find the password under this name. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label="Password"
        type="password"
        required
        autoComplete="current-password"
        error={error ?? null}
        {...field}
      />
    </>
  );
}
