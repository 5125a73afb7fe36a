import { useState } from 'react';
import { useApi } from '#ui/api-context.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Alert, FormStack } from '#ui/page/screen-parts.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import styles from './password-dialog.module.css';

/** Asks for the password before a call that could take the site over. */
export function PasswordDialog({ username, answer }: { username: string; answer: (isProven: boolean) => void }) {
  const api = useApi();
  const [password, setPassword] = useState('');
  const { isBusy, problem, fields, submit } = useSubmit('This could not be checked. Please try again.');

  async function prove() {
    const isProven = await submit(() => api.call('POST', '/admin/account/proof', { currentPassword: password }), {
      currentPassword: password ? null : 'Please enter your password',
    });
    if (isProven) answer(true);
  }

  return (
    <FormDialog
      title="Please enter your password again"
      action={isBusy ? 'Checking...' : 'Confirm and go ahead'}
      isBusy={isBusy}
      onSubmit={() => void prove()}
      onCancel={() => answer(false)}
    >
      <div className={styles.body}>
        <FormStack>
          <p className="muted">
            This makes sure that it is you, and not someone who found your device open. What you pressed then goes
            ahead. We will not ask again for ten minutes.
          </p>
          {/* Password managers find the password under this name. */}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <TextField
            label="Password"
            type="password"
            required
            autoComplete="current-password"
            error={fields.currentPassword ?? null}
            value={password}
            onChange={setPassword}
          />
          {problem && <Alert>{problem}</Alert>}
        </FormStack>
      </div>
    </FormDialog>
  );
}
