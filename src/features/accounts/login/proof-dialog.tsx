import { useState } from 'react';
import { useApi } from '#ui/api.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert, FormStack } from '#ui/page/screen.tsx';
import { useSubmit } from '../admin/use-submit.ts';
import { provePassword } from '../administrators.client.ts';
import styles from './proof-dialog.module.css';

type Props = { username: string; answer: (isProven: boolean) => void };

/** Asks for the password before a call that could take the site over. */
export function ProofDialog({ username, answer }: Props) {
  const api = useApi();
  const [currentPassword, setCurrentPassword] = useState('');
  const { isBusy, problem, fields, submit, refuse } = useSubmit(
    'Your password could not be checked. Please try again.',
  );

  async function prove() {
    if (!currentPassword) return refuse({ currentPassword: 'Please enter your password' });
    if (await submit(() => provePassword(api, currentPassword))) answer(true);
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
          <p className={styles.why}>
            So that nobody else does this at your desk. Then it goes on by itself, and for ten minutes nobody asks
            again.
          </p>
          {/* Password managers find the password under this name. */}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <TextField
            label="Password"
            type="password"
            required
            autoComplete="current-password"
            error={fields.currentPassword ?? null}
            value={currentPassword}
            onChange={setCurrentPassword}
          />
          {problem && <Alert>{problem}</Alert>}
        </FormStack>
      </div>
    </FormDialog>
  );
}
