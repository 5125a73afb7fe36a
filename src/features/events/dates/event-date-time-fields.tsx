import { FieldPair } from '#ui/page/screen.tsx';
import { clockChange } from '../event-date.ts';
import styles from './date-field.module.css';
import { DateField } from './date-field.tsx';
import { problemOf, readBack, wallTimeOf } from './event-date-time.ts';
import { TimeField } from './time-field.tsx';
import { readDate } from './typed-date.ts';
import { readTime } from './typed-time.ts';
import { useSettledReading } from './use-settled-reading.ts';

type Typed = { date: string; time: string };
type Props = Typed & {
  isAllDay: boolean;
  timeZone: string;
  /** YYYY-MM-DD in `timeZone`. */
  today: string;
  /** The form was submitted and is stopped: what is wrong is said at once. */
  isStopped: boolean;
  errors: Partial<Typed>;
  onChange: (part: Partial<Typed>) => void;
};

/** The start of the event, and below it how it is understood. Says nothing while somebody types. */
export function EventDateTimeFields(props: Props) {
  const { date, isAllDay, timeZone, today, isStopped, errors, onChange } = props;
  const time = isAllDay ? '' : props.time;
  const day = useSettledReading(date, readDate(date), isStopped);
  const clock = useSettledReading(time, readTime(time), isStopped);
  return (
    <div>
      <FieldPair>
        <DateField
          value={date}
          reading={day.reading}
          error={problemOf(day.reading) ?? errors.date ?? null}
          onChange={(typed) => onChange({ date: typed })}
        />
        {!isAllDay && (
          <TimeField
            value={time}
            error={problemOf(clock.reading) ?? errors.time ?? null}
            hint={clockChange(wallTimeOf({ date, time }), timeZone)}
            onChange={(typed) => onChange({ time: typed })}
          />
        )}
      </FieldPair>
      <p className={styles.readBack} data-hint={(!date && !time) || undefined} aria-live="polite">
        {!date && !time && `The time is that of ${timeZone}.`}
        {day.isDone && clock.isDone && readBack({ date, time }, today)}
      </p>
    </div>
  );
}
