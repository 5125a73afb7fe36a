import { eventTimeText } from '#shared/dates.ts';
import { FieldPair } from '#ui/page/screen.tsx';
import { clockChange } from '../event-date.ts';
import styles from './date-field.module.css';
import { DateField } from './date-field.tsx';
import { problemOf } from './event-date-time.ts';
import { type TypedTimes, timesProblem, typedTimes } from './event-end.ts';
import { TimeField } from './time-field.tsx';
import { readDate } from './typed-date.ts';
import { readTime } from './typed-time.ts';
import { useSettledReading } from './use-settled-reading.ts';

type End = Pick<TypedTimes, 'endDate' | 'endTime'>;
type Props = {
  times: TypedTimes;
  timeZone: string;
  isStopped: boolean;
  errors: Partial<End>;
  onChange: (part: Partial<End>) => void;
};

/** When it ends, if that is known, and below how visitors read it all. A time alone is one of the same day. */
export function EventEndFields({ times, timeZone, isStopped, errors, onChange }: Props) {
  const { isAllDay, endDate } = times;
  const endTime = isAllDay ? '' : times.endTime;
  const day = useSettledReading(endDate, readDate(endDate), isStopped);
  const clock = useSettledReading(endTime, readTime(endTime), isStopped);
  const typed = typedTimes(times);
  const hasEnd = endDate !== '' || endTime !== '' || isAllDay;
  const isClear = day.isDone && clock.isDone && hasEnd && timesProblem(times) === null;
  return (
    <div>
      <FieldPair>
        <DateField
          label={isAllDay ? 'Last day' : 'Ends on'}
          isOptional
          value={endDate}
          reading={day.reading}
          error={(endDate ? problemOf(day.reading) : null) ?? errors.endDate ?? null}
          onChange={(value) => onChange({ endDate: value })}
        />
        {!isAllDay && (
          <TimeField
            label="Ends at"
            isOptional
            value={endTime}
            error={(endTime ? problemOf(clock.reading) : null) ?? errors.endTime ?? null}
            hint={typed.endDate ? clockChange(typed.endDate, timeZone) : null}
            onChange={(value) => onChange({ endTime: value })}
          />
        )}
      </FieldPair>
      <p className={styles.readBack} data-hint={!hasEnd || undefined} aria-live="polite">
        {!hasEnd && 'The end may stay open. A time alone is one of the same day.'}
        {isClear && eventTimeText(typed)}
      </p>
    </div>
  );
}
