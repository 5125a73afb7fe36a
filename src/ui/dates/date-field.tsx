import { useRef, useState } from 'react';
import { shortDate } from '#shared/dates.ts';
import { dayIfClear, isDateAsTyped, offeredDay, readingProblem, readTypedDate } from '#shared/typed-date.ts';
import { Button } from '#ui/forms/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useLimitedInput } from '#ui/forms/use-limited-input.ts';
import { Icon } from '#ui/theme/icon.tsx';
import styles from './date-field.module.css';

const digits = { sizes: [4, 2, 2], separator: '/' };

type Props = {
  label?: string;
  isOptional?: boolean;
  value: string;
  error?: string | null;
  onChange: (value: string) => void;
};

/** Takes the digits of YYYY/MM/DD, or a day of the browser's own calendar. */
export function DateField({ label = 'Date', isOptional = false, value, error = null, onChange }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const { attributes } = useLimitedInput<HTMLInputElement>({ value, onChange, digits, unless: isDateAsTyped });
  const offer = offeredDay(value);
  return (
    <Field label={label} error={offer ? 'Is this the day?' : (readingProblem(readTypedDate(value)) ?? error)}>
      {(control) => (
        <div className={styles.date}>
          <input
            {...control}
            {...attributes}
            type="text"
            inputMode="numeric"
            placeholder="YYYY/MM/DD"
            aria-required={!isOptional || undefined}
            autoComplete="off"
          />
          <button
            type="button"
            className={styles.pick}
            aria-label={label === 'Date' ? 'Open calendar' : `${label}: choose a day`}
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
            value={dayIfClear(value) ?? ''}
            onChange={(event) => onChange(event.target.value.replaceAll('-', '/'))}
          />
          {offer && (
            <p className={styles.offer}>
              <Button variant="quiet" size="small" onClick={() => onChange(offer)}>
                {shortDate(offer.replaceAll('/', '-'), 'UTC')}?
              </Button>
            </p>
          )}
        </div>
      )}
    </Field>
  );
}

/** The same for a form that holds the day as '2025-08-31', empty until it is clear. */
export function DayField({ value, onChange, ...shown }: Props) {
  const [typed, setTyped] = useState(value);
  const isOurs = (dayIfClear(typed) ?? '') === value;
  return (
    <DateField
      {...shown}
      value={(isOurs ? typed : value).replaceAll('-', '/')}
      onChange={(text) => {
        setTyped(text);
        onChange(dayIfClear(text) ?? '');
      }}
    />
  );
}
