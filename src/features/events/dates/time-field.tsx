import { TextField } from '#ui/forms/fields.tsx';
import { hasLetters } from './typed-time.ts';

const digits = { sizes: [2, 2], separator: ':' };

type Props = {
  label?: string;
  isOptional?: boolean;
  value: string;
  error: string | null;
  hint: string | null;
  onChange: (value: string) => void;
};

/** Takes the digits of HH:MM, or '6:30pm'. */
export function TimeField({ label = 'Time', isOptional = false, ...field }: Props) {
  const shown = { label, required: !isOptional, placeholder: 'HH:MM', autoComplete: 'off' };
  return <TextField {...shown} {...field} digits={digits} unless={hasLetters} />;
}
