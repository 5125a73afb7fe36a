import { Field } from '#ui/forms/field.tsx';

type Props = { label: string; hint?: string; value: string; onChange: (value: string) => void };

/** A day, as '2025-08-31'; empty until it is whole. */
export function DayField({ label, hint, value, onChange }: Props) {
  return (
    <Field label={label} hint={hint}>
      {(control) => <input {...control} type="date" value={value} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}
