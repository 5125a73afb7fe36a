import { useState } from 'react';
import { dayNames, wallTimeText } from '#shared/dates.ts';
import { pluralise } from '#shared/text.ts';
import { plausibleYears } from '#shared/typed-date.ts';
import { useApi } from '#ui/api-context.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { CheckboxField, SelectField } from '#ui/forms/fields.tsx';
import { Alert, FieldPair } from '#ui/page/screen-parts.tsx';
import { saveFailureText } from '#ui/saving/saving.ts';
import { useSubmit } from '#ui/saving/use-submit.ts';
import type { RepeatedEvent, SocietyEvent } from '../event.schema.ts';
import { eventLimits } from '../event.ts';
import styles from './event-dialogs.module.css';

type Props = { event: SocietyEvent; onDone: (message: string) => void; onClose: () => void };

const dayMs = 86_400_000;

const rhythms = [
  ['weekly', 'Every week'],
  ['fortnightly', 'Every two weeks'],
  ['monthly', 'Every month on the same weekday'],
] as const;
export type Rhythm = (typeof rhythms)[number][0];

const counts = Array.from({ length: eventLimits.repeatDates }, (_, at) => [`${at + 1}`, `${at + 1}`] as const);

/** Repeats an event on other days (F5). Shows every date first; each can be struck out. */
export function RepeatDialog({ event, onDone, onClose }: Props) {
  const api = useApi();
  const { isBusy, message: failure, submit } = useSubmit('Failed to save event', saveFailureText);
  const [rhythm, setRhythm] = useState<Rhythm>('weekly');
  const [count, setCount] = useState('5');
  const [struckOut, setStruckOut] = useState<readonly string[]>([]);
  const all = datesOfRepeats(event.eventDate.slice(0, 10), rhythm, Number(count));
  const dates = all.filter((day) => !struckOut.includes(day));

  const repeat = () =>
    submit(async () => onDone(repeatedText(await api.call('POST', `/events/admin/${event.id}/repeat`, { dates }))), {
      dates: dates.length === 0 ? 'Please choose a date' : null,
    });

  return (
    <FormDialog
      title="Repeat this event"
      action={`Add ${pluralise(dates.length, 'event')}`}
      isBusy={isBusy}
      onSubmit={() => void repeat()}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        <FieldPair>
          <SelectField
            label="How often"
            options={rhythms}
            value={rhythm}
            onChange={(chosen) => setRhythm(rhythms.find(([name]) => name === chosen)?.[0] ?? 'weekly')}
          />
          <SelectField label="More dates" options={counts} value={count} onChange={setCount} />
        </FieldPair>
        <fieldset className={styles.dates}>
          <legend className={styles.datesTitle}>On these dates, for visitors to see at once</legend>
          {all.map((day) => (
            <CheckboxField
              key={day}
              label={dayText(day)}
              checked={!struckOut.includes(day)}
              onChange={(isChosen) =>
                setStruckOut(isChosen ? struckOut.filter((one) => one !== day) : [...struckOut, day])
              }
            />
          ))}
        </fieldset>
        {failure && <Alert>{failure}</Alert>}
      </div>
    </FormDialog>
  );
}

/** `count` days after `day`, all as YYYY-MM-DD. Where a month has no fifth Tuesday, it is the last. */
export function datesOfRepeats(day: string, rhythm: Rhythm, count: number): string[] {
  const wanted = Math.min(count, eventLimits.repeatDates);
  const dates: string[] = [];
  for (let step = 1; dates.length < wanted; step++) {
    const next = rhythm === 'monthly' ? inMonth(day, step) : moved(day, step * (rhythm === 'weekly' ? 7 : 14));
    if (Number(next.slice(0, 4)) > plausibleYears.last) break;
    dates.push(next);
  }
  return dates;
}

/** The same weekday of the month, such as the second Tuesday, `months` later. */
function inMonth(day: string, months: number): string {
  const start = new Date(day);
  const first = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1));
  const toWeekday = (start.getUTCDay() - first.getUTCDay() + 7) % 7;
  const weeks = Math.floor((start.getUTCDate() - 1) / 7);
  const found = new Date(first.getTime() + (toWeekday + weeks * 7) * dayMs);
  const isThere = found.getUTCMonth() === first.getUTCMonth();
  return new Date(isThere ? found : found.getTime() - 7 * dayMs).toISOString().slice(0, 10);
}

function moved(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

function repeatedText(events: RepeatedEvent[]): string {
  const count = events.filter(({ isNew }) => isNew).length;
  const known = events.length - count;
  if (count === 0) return `${pluralise(known, 'date')} had the event already.`;
  const made = `The event is repeated on ${pluralise(count, 'more date')}.`;
  return known === 0 ? made : `${made} ${pluralise(known, 'date')} had it already.`;
}

/** 'Tuesday, Dec 8, 2026' */
function dayText(day: string): string {
  return `${dayNames[new Date(day).getUTCDay()]}, ${wallTimeText(`${day}T00:00`).split(' at ')[0]}`;
}
