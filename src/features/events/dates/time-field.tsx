import { useRef } from 'react';
import { Field } from '#ui/forms/field.tsx';
import { useLimitedInput } from '#ui/forms/use-limited-input.ts';
import { ReadingOptions } from './reading-options.tsx';
import { isTimeInWords, type Reading, timeDigits } from './typed-time.ts';

type Props = {
  label?: string;
  isOptional?: boolean;
  value: string;
  /** The value as it is understood. */
  reading: Reading;
  error: string | null;
  hint: string | null;
  onChange: (value: string) => void;
};

/** Takes the digits of HH:MM, or '6:30 pm'. */
export function TimeField({ label = 'Time', isOptional = false, value, reading, error, hint, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const { attributes } = useLimitedInput<HTMLInputElement>({
    value,
    onChange,
    digits: timeDigits,
    unless: isTimeInWords,
  });
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      below={<ReadingOptions reading={reading} field={field} onChoose={onChange} />}
    >
      {(control) => (
        <input
          {...control}
          {...attributes}
          ref={field}
          type="text"
          placeholder="HH:MM"
          aria-required={!isOptional || undefined}
          autoComplete="off"
        />
      )}
    </Field>
  );
}
