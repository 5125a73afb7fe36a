import { Field } from '#ui/forms/fields.tsx';
import { useLimitedInput } from '#ui/forms/use-limited-input.ts';
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
export function TimeField({ label = 'Time', isOptional = false, value, error, hint, onChange }: Props) {
  const { attributes } = useLimitedInput<HTMLInputElement>({
    value,
    onChange,
    digits,
    unless: hasLetters,
  });
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <input
          {...control}
          {...attributes}
          type="text"
          inputMode="numeric"
          placeholder="HH:MM"
          aria-required={!isOptional || undefined}
          autoComplete="off"
        />
      )}
    </Field>
  );
}
