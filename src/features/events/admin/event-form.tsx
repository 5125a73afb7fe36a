import { startTransition, useEffect, useState } from 'react';
import { ItemForm } from '#features/items/admin/item-form.tsx';
import { type ItemFormProps, useItemForm } from '#features/items/admin/use-item-form.ts';
import { PictureField } from '#features/uploads/field/picture-field.tsx';
import { isoDay } from '#shared/dates.ts';
import { CheckField, TextArea, TextField } from '#ui/forms/field.tsx';
import { MoreOptions } from '#ui/page/screen.tsx';
import { EventDateTimeFields } from '../dates/event-date-time-fields.tsx';
import { EventEndFields } from '../dates/event-end-fields.tsx';
import { eventKind } from '../event.kind.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { eventLimits } from '../event.ts';
import type { CountGuests } from '../signup/event-guests.ts';
import { EventSignupFields } from '../signup/event-signup-fields.tsx';
import { signupErrors } from '../signup/signup-values.ts';
import { useSaveQuestion } from '../signup/use-save-question.tsx';
import { EventActions } from './event-actions.tsx';
import {
  duplicateValues,
  type EventValues,
  eventErrors,
  eventInput,
  eventProblem,
  eventValues,
  withAdditions,
} from './event-values.ts';
import type { TypedEvent } from './previewed-event.ts';
import { useMovingEnd } from './use-moving-end.ts';

/** `timeZone` is the site's: events take place in it (C1). `onTyped` keeps its identity. */
type Props = ItemFormProps<SocietyEvent> & {
  timeZone: string;
  countGuests: CountGuests;
  onTyped: (typed: TypedEvent | null) => void;
};

export function EventForm({ timeZone, countGuests, onTyped, ...props }: Props) {
  const [today] = useState(() => isoDay(new Date().toISOString(), timeZone));
  const question = useSaveQuestion({ countGuests });
  const form = useItemForm({
    ...props,
    kind: eventKind,
    start: props.copyOf ? duplicateValues(props.copyOf, timeZone) : eventValues(props.item, timeZone),
    problem: (typed) => eventProblem(typed, timeZone),
    input: (typed) => eventInput(typed, timeZone),
    ask: question.ask,
  });
  useHandedUp({ values: form.values, file: form.picture.file, item: props.item }, onTyped);
  const { change } = form;
  const values = withAdditions(form.values);
  const errors = form.failure ? eventErrors(values) : {};
  const moved = useMovingEnd(values, { today, timeZone, copyOf: props.copyOf });
  const when = { timeZone, today, isStopped: form.failure !== null, errors, onChange: change };
  return (
    <>
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
          isAllDay={values.isAllDay}
          {...when}
          onChange={(part) => change(part.date === undefined ? part : { ...part, ...moved(part.date) })}
        />
        <CheckField label="All day" checked={values.isAllDay} onChange={(isAllDay) => change({ isAllDay })} />
        <EventEndFields times={values} {...when} />
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
        <WhereElse values={values} errors={errors} onChange={change} />
        <EventSignupFields
          values={values.signup}
          {...when}
          errors={form.failure ? signupErrors(values.signup, values, timeZone) : {}}
          onChange={(part) => change({ signup: { ...values.signup, ...part } })}
        />
      </ItemForm>
      {props.item && <EventActions {...props} event={props.item} countGuests={countGuests} />}
      {question.dialog}
    </>
  );
}

/** What is typed, until the form is gone. Typing does not wait for what is shown beside the form. */
function useHandedUp({ values, file, item }: TypedEvent, onTyped: Props['onTyped']): void {
  useEffect(() => {
    startTransition(() => onTyped({ values, file, item }));
  }, [values, file, item, onTyped]);
  useEffect(() => () => onTyped(null), [onTyped]);
}

type WhereElseProps = {
  values: ReturnType<typeof withAdditions>;
  errors: ReturnType<typeof eventErrors>;
  onChange: (part: Partial<EventValues>) => void;
};

function WhereElse({ values, errors, onChange }: WhereElseProps) {
  return (
    <MoreOptions startsOpen={Boolean(values.address || values.onlineUrl || values.ticketUrl)}>
      <TextField
        label="Address"
        hint="Street and town, below the location."
        limit={eventLimits.address}
        value={values.address}
        onChange={(address) => onChange({ address })}
      />
      <TextField
        label="Link to join online"
        hint="Visitors see the button 'Join online' until the event is over."
        inputMode="url"
        limit={eventLimits.url}
        error={errors.onlineUrl ?? null}
        value={values.onlineUrl}
        onChange={(onlineUrl) => onChange({ onlineUrl })}
      />
      <TextField
        label="Link to tickets"
        hint="Visitors see the button 'Tickets' until the event is over."
        inputMode="url"
        limit={eventLimits.url}
        error={errors.ticketUrl ?? null}
        value={values.ticketUrl}
        onChange={(ticketUrl) => onChange({ ticketUrl })}
      />
    </MoreOptions>
  );
}
