import { type ReactNode, useId } from 'react';
import { pluralise } from '#shared/text.ts';
import { Icon } from '#ui/theme/icon.tsx';
import styles from './field.module.css';
import { type Control, Field, type Shown } from './field.tsx';
import { type Typing, useLimitedInput } from './use-limited-input.ts';
import type { TextControl, TruncatedPaste } from './use-truncated-paste.ts';

/** A live region must be on the page before its text, or screen readers skip it. */
function TruncatedNotice({ truncated }: { truncated: TruncatedPaste | null }) {
  return (
    <p aria-live="polite" className={styles.cut}>
      {truncated && (
        <>
          {pluralise(truncated.count, 'character')} did not fit.{' '}
          <button type="button" className={styles.undo} onClick={truncated.undo}>
            Undo
          </button>
        </>
      )}
    </p>
  );
}

type Text = Shown &
  Typing & {
    /** `late`: from four fifths of the limit on. */
    counted?: boolean | 'late';
    placeholder?: string;
    autoComplete?: string;
  };

type Input = Text & { inputMode?: 'url' | 'email' | 'numeric'; type?: 'text' | 'password' };

export function TextField({ inputMode, type = 'text', ...text }: Input) {
  return (
    <LimitedField<HTMLInputElement> {...text}>
      {(control) => <input {...control} type={type} inputMode={text.digits ? 'numeric' : inputMode} />}
    </LimitedField>
  );
}

export function TextArea({ rows = 3, ...text }: Text & { rows?: number }) {
  return (
    <LimitedField<HTMLTextAreaElement> {...text}>{(control) => <textarea {...control} rows={rows} />}</LimitedField>
  );
}

type Limited<T extends TextControl> = Control & ReturnType<typeof useLimitedInput<T>>['attributes'];

/** A control for words, with a counter and a notice of what did not fit. */
function LimitedField<T extends TextControl>({
  label,
  hint,
  error = null,
  required,
  counted,
  placeholder,
  autoComplete,
  children,
  ...typing
}: Text & { children: (control: Limited<T>) => ReactNode }) {
  const { value, limit } = typing;
  const { attributes, truncated } = useLimitedInput<T>(typing);
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      below={limit !== undefined && <TruncatedNotice truncated={truncated} />}
      {...counterOf(value, limit, counted)}
    >
      {(control) => {
        const words = { dir: 'auto', placeholder, autoComplete, 'aria-required': required } as const;
        return children({ ...control, ...attributes, ...words });
      }}
    </Field>
  );
}

type Select = Shown & {
  value: string;
  onChange: (value: string) => void;
  options: readonly (readonly [value: string, label: string])[];
};

export function SelectField({ label, hint, error, value, onChange, options }: Select) {
  return (
    <Field label={label} hint={hint} error={error ?? null}>
      {(control) => (
        <span className={styles.select}>
          <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
            {options.map(([option, text]) => (
              <option key={option} value={option}>
                {text}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </span>
      )}
    </Field>
  );
}

type Check = {
  label: string;
  /** Its accessible name when the label says too little. */
  describedAs?: string;
  /** A line below it that says what it means. */
  meaning?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

export function CheckboxField({ label, describedAs, meaning, checked, onChange }: Check) {
  const id = useId();
  const box = (
    <label className={styles.check}>
      <input
        type="checkbox"
        aria-label={describedAs}
        aria-describedby={meaning && id}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
  if (!meaning) return box;
  return (
    <div>
      {box}
      <p id={id} className={`small ${styles.meaning}`}>
        {meaning}
      </p>
    </div>
  );
}

type Radio = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly (readonly [value: string, label: string, meaning: string])[];
};

/** One of a few, each with a line that says what it means. */
export function RadioField({ label, value, onChange, options }: Radio) {
  const id = useId();
  return (
    <div role="radiogroup" aria-label={label}>
      {options.map(([option, text, meaning]) => (
        <div key={option}>
          <label className={styles.check}>
            <input
              type="radio"
              name={id}
              aria-describedby={`${id}${option}`}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {text}
          </label>
          <p id={`${id}${option}`} className={`small ${styles.meaning}`}>
            {meaning}
          </p>
        </div>
      ))}
    </div>
  );
}

function counterOf({ length }: string, limit: number | undefined, counted: Text['counted']) {
  const isShown = counted === 'late' ? length >= (limit ?? 0) * 0.8 : counted;
  return isShown && limit !== undefined ? { counter: { length, limit } } : {};
}

type Errors<V> = Partial<Record<keyof V, string>>;

/** The props of a form's fields: `<TextField label="Name" {...field('name')} />`. */
export function createFieldProps<V extends object>(
  values: V,
  change: (part: Partial<V>) => void,
  errors: Errors<V> = {},
) {
  const changing =
    <Name extends keyof V>(name: Name) =>
    (value: V[Name]) =>
      change({ [name]: value } as unknown as Partial<V>);
  return {
    field: <Name extends keyof V>(name: Name) => ({
      value: values[name],
      error: errors[name] ?? null,
      onChange: changing(name),
    }),
    check: <Name extends keyof V>(name: Name) => ({ checked: values[name], onChange: changing(name) }),
  };
}
