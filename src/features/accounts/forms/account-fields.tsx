import { useState } from 'react';
import { emailLimit } from '#shared/email-address.ts';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { passwordLimits, usernameLimit } from '../account.ts';

type Props = { error: string | null | undefined; value: string; onChange: (value: string) => void };

/** The user's own name. */
export function UsernameField({ error = null, ...field }: Props) {
  return <TextField label="Username" required autoComplete="username" limit={usernameLimit} error={error} {...field} />;
}

/** The user's own address. */
export function EmailField({ error = null, ...field }: Props) {
  return <TextField label="Email address" required autoComplete="email" limit={emailLimit} error={error} {...field} />;
}

/** It can be shown, so it need not be typed twice. */
export function NewPasswordField({ label, error = null, ...field }: Props & { label: string }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <TextField
        label={label}
        type={isShown ? 'text' : 'password'}
        required
        autoComplete="new-password"
        hint={`${passwordLimits.min} to ${passwordLimits.max} characters, not easy to guess: three or four unrelated words make a good one.`}
        error={error}
        {...field}
      />
      <CheckboxField label="Show password" checked={isShown} onChange={setIsShown} />
    </>
  );
}

const inThrees = { sizes: [3, 3], separator: ' ' } as const;

export function AppCodeField({ error = null, ...field }: Props) {
  return (
    <TextField
      label="Code from your authenticator app"
      hint="The six digits that the app shows now."
      required
      autoComplete="one-time-code"
      digits={inThrees}
      error={error}
      {...field}
    />
  );
}
