import { FieldPair } from '#ui/page/screen.tsx';
import { clockChange } from '../event-date.ts';
import styles from './date-field.module.css';
import { DateField } from './date-field.tsx';
import { problemOf, readBack } from './event-date-time.ts';
import { TimeField } from './time-field.tsx';
import { readDate } from './typed-date.ts';
import { type TypedMoment, wallTimeOfMoment } from './typed-moment.ts';
import { readTime } from './typed-time.ts';
import { useSettledReading } from './use-settled-reading.ts';

type Props = {
  /** 'Opens' makes 'Opens on' and 'Opens at'. */
  label: string;
  moment: TypedMoment;
  /** What it means that nothing is typed. */
  hint: string;
  timeZone: string;
  today: string;
  isStopped: boolean;
  errors: Partial<TypedMoment>;
  onChange: (part: Partial<TypedMoment>) => void;
};

/** A day and a time that may stay open, and below how they are understood. */
export function MomentFields({ label, moment, hint, timeZone, today, isStopped, errors, onChange }: Props) {
  const { date, time } = moment;
  const day = useSettledReading(date, readDate(date), isStopped);
  const clock = useSettledReading(time, readTime(time), isStopped);
  const wallTime = wallTimeOfMoment(moment);
  const isEmpty = date === '' && time === '';
  return (
    <div>
      <FieldPair>
        <DateField
          label={`${label} on`}
          isOptional
          value={date}
          reading={day.reading}
          error={(date ? problemOf(day.reading) : null) ?? errors.date ?? null}
          onChange={(value) => onChange({ date: value })}
        />
        <TimeField
          label={`${label} at`}
          isOptional
          value={time}
          error={(time ? problemOf(clock.reading) : null) ?? errors.time ?? null}
          hint={wallTime && clockChange(wallTime, timeZone)}
          onChange={(value) => onChange({ time: value })}
        />
      </FieldPair>
      <p className={styles.readBack} data-hint={isEmpty || undefined} aria-live="polite">
        {isEmpty && hint}
        {!isEmpty && day.isDone && clock.isDone && readBack(moment, today)}
      </p>
    </div>
  );
}
