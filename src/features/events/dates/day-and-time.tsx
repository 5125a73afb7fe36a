import { readingProblem } from '#shared/typed-date.ts';
import { DateField } from '#ui/dates/date-field.tsx';
import { FieldPair } from '#ui/page/screen-parts.tsx';
import styles from './day-and-time.module.css';
import { clockChangeNotice } from './event-date-validation.ts';
import { TimeField } from './time-field.tsx';
import type { TypedMoment } from './typed-moment.ts';
import { readTypedTime } from './typed-time.ts';

/** Props shared by all dates and times of the form. */
export type When = {
  timeZone: string;
  /** YYYY-MM-DD in `timeZone`. */
  today: string;
};

type Props = When & {
  labels: TypedMoment;
  typed: TypedMoment;
  isRequired?: boolean;
  /** Whole days have no time. */
  isAllDay?: boolean;
  errors: Partial<TypedMoment>;
  /** How the time was read; null while that is unclear. */
  wallTime: string | null;
  /** Shown until something is typed. */
  hint: string | null;
  /** How it is understood. */
  readBack: string;
  onChange: (part: Partial<TypedMoment>) => void;
};

/** A day and a time, and below them how they are understood. */
export function DayAndTime({ labels, typed, errors, onChange, isRequired = false, isAllDay = false, ...when }: Props) {
  const { date } = typed;
  const time = isAllDay ? '' : typed.time;
  const hint = date === '' && time === '' ? when.hint : null;
  return (
    <div>
      <FieldPair>
        <DateField
          label={labels.date}
          isOptional={!isRequired}
          value={date}
          error={errors.date ?? null}
          onChange={(value) => onChange({ date: value })}
        />
        {!isAllDay && (
          <TimeField
            label={labels.time}
            isOptional={!isRequired}
            value={time}
            error={readingProblem(readTypedTime(time)) ?? errors.time ?? null}
            hint={when.wallTime && clockChangeNotice(when.wallTime, when.timeZone)}
            onChange={(value) => onChange({ time: value })}
          />
        )}
      </FieldPair>
      <p className={styles.readBack} data-hint={hint !== null || undefined} aria-live="polite">
        {hint ?? when.readBack}
      </p>
    </div>
  );
}
