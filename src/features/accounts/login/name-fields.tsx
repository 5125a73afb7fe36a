import { emailLimit } from '#shared/email.ts';
import { TextField } from '#ui/forms/field.tsx';
import { usernameLimit } from '../account.ts';

type Props = { error: string | null | undefined; value: string; onChange: (value: string) => void };

/** The name of whoever fills in the form. */
export function UsernameField({ error = null, ...field }: Props) {
  return <TextField label="Username" required autoComplete="username" limit={usernameLimit} error={error} {...field} />;
}

/** The address of whoever fills in the form. */
export function EmailField({ error = null, ...field }: Props) {
  return <TextField label="E-mail address" required autoComplete="email" limit={emailLimit} error={error} {...field} />;
}
