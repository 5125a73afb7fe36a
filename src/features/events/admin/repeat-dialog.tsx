import { useState } from 'react';
import { dayNames, wallTimeText } from '#shared/dates.ts';
import { pluralise } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { CheckboxField, SelectField } from '#ui/forms/fields.tsx';
import { Alert, FieldPair } from '#ui/page/screen-parts.tsx';
import { saveFailureText } from '#ui/saving/save-once.ts';
import { useSubmit } from '#ui/saving/use-submit.ts';
import type { RepeatedEvent, SocietyEvent } from '../event.schema.ts';
import { eventLimits } from '../event.ts';
import styles from './event-dialogs.module.css';
import { datesOfRepeats, type Rhythm, rhythms } from './repeat-dates.ts';

type Props = { event: SocietyEvent; onDone: (message: string) => void; onClose: () => void };

const counts = Array.from({ length: eventLimits.repeatDates }, (_, at) => [`${at + 1}`, `${at + 1}`] as const);

/** Shows every date first; each can be struck out. */
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
          <legend className={styles.datesTitle}>On these dates</legend>
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
