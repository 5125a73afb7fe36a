import { TextField } from '#ui/forms/field.tsx';

type Props = {
  hint?: string;
  error: string | null | undefined;
  value: string;
  onChange: (value: string) => void;
};

const inThrees = { sizes: [3, 3], separator: ' ' } as const;

export function AppCodeField({ error = null, hint = 'The six digits that the app shows now.', ...field }: Props) {
  return (
    <TextField
      label="Code from your authenticator app"
      hint={hint}
      required
      autoComplete="one-time-code"
      digits={inThrees}
      error={error}
      {...field}
    />
  );
}
