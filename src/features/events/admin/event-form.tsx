import { useState } from 'react';
import { useItemForm } from '#features/items/admin/use-item-form.ts';
import { PictureField } from '#features/uploads/field/picture-field.tsx';
import { UploadProgress } from '#features/uploads/field/upload-progress.tsx';
import { isoDay } from '#shared/dates.ts';
import { OfferedDrafts } from '#ui/drafts/offered-drafts.tsx';
import { Button } from '#ui/forms/button.tsx';
import { TextArea, TextField } from '#ui/forms/field.tsx';
import { focusFirstError } from '#ui/forms/focus-first-error.ts';
import { Actions, Alert, FieldGroup, FormStack } from '#ui/page/screen.tsx';
import { eventKind } from '../event.kind.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { eventLimits } from '../event.ts';
import { EventDateTimeFields } from './event-date-time-fields.tsx';
import { eventErrors, eventInput, eventProblem, eventValues } from './event-values.ts';

type Props = {
  event: SocietyEvent | null;
  /** Of the site: an event's time is meant there (C1). */
  timeZone: string;
  onSaved: () => void;
  onClose: () => void;
  onLoadLatest: (item: { id: number }) => void;
};

export function EventForm({ event, timeZone, ...onEnd }: Props) {
  const [today] = useState(() => isoDay(new Date().toISOString(), timeZone));
  const form = useItemForm({
    kind: eventKind,
    item: event,
    start: eventValues(event),
    problem: (typed) => eventProblem(typed, today),
    input: (typed) => eventInput(typed, today),
    ...onEnd,
  });
  const { item, values, change, isBusy } = form;
  const errors = form.failure ? eventErrors(values, today) : {};
  return (
    <form
      aria-label={item ? 'Edit event' : 'New event'}
      aria-busy={isBusy}
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (eventProblem(values, today)) focusFirstError(submitted.currentTarget, () => void form.submit());
        else void form.submit();
      }}
    >
      <FormStack>
        <OfferedDrafts {...form.offers} />
        <FieldGroup disabled={isBusy}>
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
          <PictureField currentUrl={values.imageUrl} {...form.picture} onRemove={() => change({ imageUrl: null })} />
        </FieldGroup>
        <UploadProgress file={form.picture.file} />
        {form.failure && <Alert>{form.failure}</Alert>}
        <Actions>
          <Button type="submit" disabled={isBusy || form.isReadingPicture}>
            {submitLabel(isBusy, item)}
          </Button>
          {item && (
            <Button variant="quiet" disabled={isBusy} onClick={() => void form.cancel()}>
              Cancel
            </Button>
          )}
        </Actions>
      </FormStack>
    </form>
  );
}

function submitLabel(isBusy: boolean, item: SocietyEvent | null): string {
  if (isBusy) return 'Saving...';
  return item ? 'Update' : 'Add Event';
}
