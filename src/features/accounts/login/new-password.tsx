import { useState } from 'react';
import { CheckField, TextField } from '#ui/forms/field.tsx';
import { passwordLimits } from '../account.ts';

type Props = { label: string; value: string; error: string | null; onChange: (value: string) => void };

/** It can be shown, so nobody types it twice. */
export function NewPassword({ label, value, error, onChange }: Props) {
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
        value={value}
        onChange={onChange}
      />
      <CheckField label="Show password" checked={isShown} onChange={setIsShown} />
    </>
  );
}
