import { useEffect, useState } from 'react';
import { FieldPair } from '#ui/page/screen.tsx';
import { clockChange } from '../event-date.ts';
import styles from './date-field.module.css';
import { DateField } from './date-field.tsx';
import { problemOf, readBack, wallTimeOf } from './event-date-time.ts';
import { TimeField } from './time-field.tsx';
import { readDate } from './typed-date.ts';
import { type Reading, readTime } from './typed-time.ts';

type Typed = { date: string; time: string };
type Props = Typed & {
  timeZone: string;
  /** YYYY-MM-DD in `timeZone`. */
  today: string;
  /** The form was submitted and is stopped: unclear parts are asked about at once. */
  isStopped: boolean;
  errors: Partial<Typed>;
  onChange: (part: Partial<Typed>) => void;
};

/** The start of the event, and below it how it is understood. Says and asks nothing while somebody types. */
export function EventDateTimeFields({ date, time, timeZone, today, isStopped, errors, onChange }: Props) {
  const isDateDone = useIsSettled(date) || isStopped;
  const isTimeDone = useIsSettled(time) || isStopped;
  const [day, clock] = [whenDone(readDate(date, today), isDateDone), whenDone(readTime(time), isTimeDone)];
  return (
    <div>
      <FieldPair>
        <DateField
          value={date}
          reading={day}
          error={problemOf(day) ?? errors.date ?? null}
          onChange={(typed) => onChange({ date: typed })}
        />
        <TimeField
          value={time}
          reading={clock}
          error={problemOf(clock) ?? errors.time ?? null}
          hint={clockChange(wallTimeOf({ date, time }, today), timeZone)}
          onChange={(typed) => onChange({ time: typed })}
        />
      </FieldPair>
      <p className={styles.readBack} data-hint={(!date && !time) || undefined} aria-live="polite">
        {!date && !time && `In words too: 3 Dec, 6:30 pm. The time is that of ${timeZone}.`}
        {isDateDone && isTimeDone && readBack({ date, time }, today)}
        <span className="sr-only">{[day, clock].map(spoken).filter(Boolean).join(' ')}</span>
      </p>
    </div>
  );
}

/** Screen readers do not announce a new description of the field that has the focus. */
function spoken(reading: Reading): string {
  if (reading === 'incomplete' || !('question' in reading)) return '';
  return `${reading.question} ${reading.options.map(({ label }) => label).join(' or ')}`;
}

function whenDone(reading: Reading, isDone: boolean): Reading {
  return isDone || (reading !== 'incomplete' && 'value' in reading) ? reading : 'incomplete';
}

/** False for a moment after each key. */
function useIsSettled(value: string): boolean {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 500);
    return () => clearTimeout(timer);
  }, [value]);
  return settled === value;
}
