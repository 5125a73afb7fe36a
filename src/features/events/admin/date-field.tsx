import { useRef } from 'react';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { useTyping } from '#ui/use-typing.ts';
import { dateProblem } from '../event-date.ts';
import styles from './date-field.module.css';

const digits = { sizes: [4, 2, 2], separator: '/' };

type Props = { value: string; error: string | null; onChange: (value: string) => void };

/** Typed as digits, or picked from the browser's own calendar; `value` is YYYY/MM/DD. */
export function DateField({ value, error, onChange }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const typing = useTyping<HTMLInputElement>({ value, onChange, digits });
  return (
    <Field label="Date" error={dateProblem(value) ?? error}>
      {(control) => (
        <div className={styles.date}>
          <input
            {...control}
            {...typing}
            type="text"
            inputMode="numeric"
            placeholder="YYYY/MM/DD"
            aria-required
            autoComplete="off"
          />
          <button
            type="button"
            className={styles.pick}
            aria-label="Open calendar"
            onClick={() => picker.current?.showPicker()}
          >
            <Icon name="calendar" />
          </button>
          <input
            ref={picker}
            className={styles.native}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            value={value.length === 10 && !dateProblem(value) ? value.replaceAll('/', '-') : ''}
            onChange={(event) => onChange(event.target.value.replaceAll('-', '/'))}
          />
        </div>
      )}
    </Field>
  );
}
