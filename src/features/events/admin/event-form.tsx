import { useState } from 'react';
import { ItemForm } from '#features/items/admin/item-form.tsx';
import { type ItemFormProps, useItemForm } from '#features/items/admin/use-item-form.ts';
import { PictureField } from '#features/uploads/field/picture-field.tsx';
import { isoDay } from '#shared/dates.ts';
import { TextArea, TextField } from '#ui/forms/field.tsx';
import { eventKind } from '../event.kind.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { eventLimits } from '../event.ts';
import { EventDateTimeFields } from './event-date-time-fields.tsx';
import { eventErrors, eventInput, eventProblem, eventValues } from './event-values.ts';

/** `timeZone` is the site's: events take place in it (C1). */
type Props = ItemFormProps<SocietyEvent> & { timeZone: string };

export function EventForm({ timeZone, ...props }: Props) {
  const [today] = useState(() => isoDay(new Date().toISOString(), timeZone));
  const form = useItemForm({
    ...props,
    kind: eventKind,
    start: eventValues(props.item),
    problem: (typed) => eventProblem(typed, today),
    input: (typed) => eventInput(typed, today),
  });
  const { values, change } = form;
  const errors = form.failure ? eventErrors(values, today) : {};
  return (
    <ItemForm form={form}>
      <TextField
        label="Title"
        required
        limit={eventLimits.title}
        error={errors.title ?? null}
        value={values.title}
        onChange={(title) => change({ title })}
      />
      <EventDateTimeFields
        date={values.date}
        time={values.time}
        timeZone={timeZone}
        today={today}
        isStopped={form.failure !== null}
        errors={errors}
        onChange={change}
      />
      <TextField
        label="Location"
        required
        limit={eventLimits.location}
        error={errors.location ?? null}
        value={values.location}
        onChange={(location) => change({ location })}
      />
      <TextArea
        label="Description"
        rows={5}
        counted
        limit={eventLimits.description}
        value={values.description}
        onChange={(description) => change({ description })}
      />
      <PictureField {...form.picture} />
    </ItemForm>
  );
}
