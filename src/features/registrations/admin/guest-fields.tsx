import { SelectField, TextField } from '#ui/forms/field.tsx';
import { registrationLimits } from '../registration.ts';

export type GuestValues = { name: string; places: string; answers: readonly string[] };
export type GuestErrors = { name?: string; email?: string };

const places = Array.from({ length: registrationLimits.places }, (_, at) => [`${at + 1}`, `${at + 1}`] as const);

type Props = {
  values: GuestValues;
  questions: readonly string[];
  errors: GuestErrors;
  onChange: (part: Partial<GuestValues>) => void;
};

/** What is known of someone beside their address. */
export function GuestFields({ values, questions, errors, onChange }: Props) {
  return (
    <>
      <TextField
        label="Name"
        required
        autoComplete="off"
        limit={registrationLimits.name}
        error={errors.name ?? null}
        value={values.name}
        onChange={(name) => onChange({ name })}
      />
      <SelectField
        label="Places"
        options={places}
        value={values.places}
        onChange={(count) => onChange({ places: count })}
      />
      {questions.map((question, at) => (
        <TextField
          key={question}
          label={question}
          autoComplete="off"
          limit={registrationLimits.answer}
          value={values.answers[at] ?? ''}
          onChange={(answer) =>
            onChange({ answers: questions.map((_, i) => (i === at ? answer : (values.answers[i] ?? ''))) })
          }
        />
      ))}
    </>
  );
}
