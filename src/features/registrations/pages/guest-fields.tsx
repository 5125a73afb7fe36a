/** Fields shared by sign-up and its changes. They are uncontrolled, so that they work without scripts. */
import { Fragment, type HTMLInputTypeAttribute } from 'react';
import type { FieldErrors } from '#shared/calls/api-error.ts';
import fieldStyles from '#ui/forms/field.module.css';
import { Field } from '#ui/forms/field.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import { registrationLimits } from '../registration.ts';

type Typed = {
  label: string;
  name: string;
  value: string | undefined;
  error?: string | undefined;
  hint?: string | null;
  type?: HTMLInputTypeAttribute;
  autoComplete?: string;
  required?: boolean;
};

export function TypedField({ label, name, value, error, hint, type = 'text', autoComplete, required }: Typed) {
  return (
    <Field label={label} hint={hint} error={error ?? null}>
      {(control) => (
        <input
          {...control}
          dir="auto"
          type={type}
          name={name}
          defaultValue={value}
          autoComplete={autoComplete}
          aria-required={required}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- of the answer to a form posted without scripts: the first is in view
          autoFocus={error !== undefined}
        />
      )}
    </Field>
  );
}

export function NameField({ value, error }: Pick<Typed, 'value' | 'error'>) {
  return <TypedField label="Name" name="name" autoComplete="name" value={value} error={error} required />;
}

type PlacesFieldProps = { most: number; value: number | undefined; hint?: string | null; error?: string | undefined };

/** Only the hint where there is no choice. */
export function PlacesField({ most, value = 1, hint, error }: PlacesFieldProps) {
  // A form without scripts may send any number.
  const last = Math.min(Math.max(most, value), registrationLimits.places);
  const choices = Array.from({ length: last }, (_, at) => at + 1);
  if (choices.length === 1) return hint ? <p className="small">{hint}</p> : null;
  return (
    <Field label="Places" hint={hint} error={error ?? null}>
      {(control) => (
        <span className={fieldStyles.select}>
          <select {...control} name="places" defaultValue={value}>
            {choices.map((count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </span>
      )}
    </Field>
  );
}

type QuestionFieldsProps = {
  questions: string[];
  answers: string[] | undefined;
  errors: FieldErrors | undefined;
};

export function QuestionFields({ questions, answers, errors }: QuestionFieldsProps) {
  return questions.map((question, at) => (
    <Fragment key={at}>
      {/* The organisers may change it before the answer comes. */}
      <input type="hidden" name="question" value={question} />
      <TypedField
        label={question}
        name="answer"
        autoComplete="off"
        hint="Optional"
        value={answers?.[at]}
        error={errors?.[`answers.${at}`]}
      />
    </Fragment>
  ));
}
