import { useState } from 'react';
import { ItemForm } from '#features/items/admin/item-form.tsx';
import { type ItemFormProps, useItemForm } from '#features/items/admin/use-item-form.ts';
import { mapTexts } from '#features/items/optional-texts.ts';
import type { PageSettings } from '#features/settings/settings.ts';
import { PicturePanel } from '#features/uploads/field/picture-field.tsx';
import { eventTimeText, isoDayInZone } from '#shared/dates.ts';
import { bidiIsolated } from '#shared/text.ts';
import { CheckboxField, createFieldProps, TextArea, TextField } from '#ui/forms/fields.tsx';
import { MoreOptions, Notice } from '#ui/page/screen-parts.tsx';
import { DayAndTime, type When } from '../dates/day-and-time.tsx';
import { dateInWords, typedWallTime } from '../dates/typed-moment.ts';
import { timesProblem, wallTimesOfTyped } from '../dates/typed-start-and-end.ts';
import { eventKind, eventTexts } from '../event.kind.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { eventLimits } from '../event.ts';
import { EventSignupFields } from '../signup/event-signup-fields.tsx';
import type { CountGuests } from '../signup/guest-count.ts';
import { signupErrors } from '../signup/signup-settings-values.ts';
import { useQuestionsBeforeSave } from '../signup/use-questions-before-save.ts';
import { EventActions } from './event-actions.tsx';
import { EventPreview } from './event-preview.tsx';
import {
  duplicateValues,
  type EventValues,
  eventErrors,
  eventInput,
  eventProblem,
  eventValues,
} from './event-values.ts';
import { useMoveEventDates } from './use-move-event-dates.ts';

/** Events take place in the site's time zone (C1). */
type Props = ItemFormProps<SocietyEvent> & { settings: PageSettings; countGuests: CountGuests };

export function EventForm({ settings, countGuests, ...props }: Props) {
  const { timeZone } = settings;
  const { item, copyOf } = props.edited;
  const [today] = useState(() => isoDayInZone(new Date().toISOString(), timeZone));
  const question = useQuestionsBeforeSave({ countGuests });
  const form = useItemForm({
    ...props,
    kind: eventKind,
    start: copyOf ? duplicateValues(copyOf, timeZone) : eventValues(item, timeZone),
    problem: (typed) => eventProblem(typed, timeZone),
    input: (typed) => eventInput(typed, timeZone),
    ask: question.ask,
    effect: question.effect,
    pathOf: ({ id }) => `/events/${id}`,
  });
  const { change, values } = form;
  const errors = form.failure ? eventErrors(values) : {};
  const { field, check } = createFieldProps(values, change, errors);
  const { movedTo, movedAt } = useMoveEventDates(values, { today, timeZone, copyOf });
  const when = { timeZone, today };
  const next = values.date ? '' : ' Please enter its date.';
  const copied = copyOf && `This is a copy of “${bidiIsolated(copyOf.title)}”.${next}`;
  const noticed = item?.cancelledAt ? 'This event is cancelled.' : copied;
  return (
    <>
      <ItemForm
        form={form}
        notice={
          noticed && (
            <Notice>
              <p>{noticed}</p>
            </Notice>
          )
        }
        isCancelled={Boolean(item?.cancelledAt)}
        preview={(onClose) => (
          <EventPreview values={values} file={form.picture.file} settings={settings} onClose={onClose} />
        )}
        actions={item && <EventActions {...props} event={item} countGuests={countGuests} draft={form.draft} />}
        aside={
          <>
            <PicturePanel {...form.picture} />
            <EventSignupFields
              values={values.signup}
              hadSignup={item?.hasSignup === true}
              {...when}
              errors={form.failure ? signupErrors(values.signup, values, timeZone) : {}}
              onChange={(part) => change({ signup: { ...values.signup, ...part } })}
            />
            <OptionalTextFields values={values} errors={errors} onChange={change} />
          </>
        }
      >
        <TextField label="Title" required limit={eventLimits.title} {...field('title')} />
        <DayAndTime
          {...when}
          labels={{ date: 'Date', time: 'Time' }}
          isRequired
          typed={values}
          isAllDay={values.isAllDay}
          errors={errors}
          wallTime={typedWallTime(values)}
          hint={`Time zone: ${timeZone}.`}
          readBack={dateInWords(values.isAllDay ? { ...values, time: '' } : values, today)}
          onChange={({ date, time }) =>
            change({ ...(date !== undefined && movedTo(date)), ...(time !== undefined && movedAt(time)) })
          }
        />
        <CheckboxField label="All day" {...check('isAllDay')} />
        <End values={values} errors={errors} when={when} onChange={change} />
        <TextField label="Location" required limit={eventLimits.location} {...field('location')} />
        <TextArea label="Description" rows={5} counted limit={eventLimits.description} {...field('description')} />
      </ItemForm>
      {question.dialog}
    </>
  );
}

type PartProps = {
  values: EventValues;
  errors: ReturnType<typeof eventErrors>;
  onChange: (part: Partial<EventValues>) => void;
};

/** The optional end. A time alone means the same day. */
function End({ values, errors, when, onChange }: PartProps & { when: When }) {
  const { isAllDay, endDate, endTime } = values;
  const times = wallTimesOfTyped(values);
  const isSaid = (times.endDate !== null || isAllDay) && timesProblem(values) === null;
  return (
    <DayAndTime
      {...when}
      labels={{ date: isAllDay ? 'Last day' : 'Ends on', time: 'Ends at' }}
      typed={{ date: endDate, time: endTime }}
      isAllDay={isAllDay}
      errors={{ ...(errors.endDate && { date: errors.endDate }), ...(errors.endTime && { time: errors.endTime }) }}
      wallTime={times.endDate}
      hint={isAllDay ? null : 'Optional. A time alone means the same day, and moves with the start.'}
      readBack={isSaid ? eventTimeText(times) : ''}
      onChange={({ date, time }) =>
        onChange({ ...(date !== undefined && { endDate: date }), ...(time !== undefined && { endTime: time }) })
      }
    />
  );
}

function OptionalTextFields({ values, errors, onChange }: PartProps) {
  const { field } = createFieldProps(values, onChange, errors);
  const texts = mapTexts(eventTexts, ({ label, limit, hint, isLink }, name) => (
    <TextField key={name} {...{ label, limit, hint }} {...(isLink && { inputMode: 'url' })} {...field(name)} />
  ));
  return (
    <MoreOptions startsOpen={Object.keys(texts).some((name) => values[name as keyof typeof texts])}>
      {Object.values(texts)}
    </MoreOptions>
  );
}
