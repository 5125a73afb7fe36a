import { useCallback, useState } from 'react';
import { byEmail } from '#features/settings/admin/mail-server.ts';
import { useApi } from '#ui/api-context.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { CheckboxField, TextArea } from '#ui/forms/fields.tsx';
import { Alert } from '#ui/page/screen-parts.tsx';
import { saveFailureText } from '#ui/saving/saving.ts';
import { useSubmit } from '#ui/saving/use-submit.ts';
import { useFetched } from '#ui/use-fetched.ts';
import type { Cancellation, SocietyEvent } from '../event.schema.ts';
import { eventLimits } from '../event.ts';
import { type CountGuests, countComingAndWaiting, isUpcoming, thePeopleText } from '../signup/guest-count.ts';
import styles from './event-dialogs.module.css';

type Props = {
  event: SocietyEvent;
  countGuests: CountGuests;
  onDone: (message: string, changed: SocietyEvent, toNoOne: string) => void;
  onClose: () => void;
};

/** Cancels an event, which keeps its page and its place in the lists (F4), or changes the note of a cancelled one. */
export function CancelDialog({ event, countGuests, onDone, onClose }: Props) {
  const api = useApi();
  const { isBusy, message: failure, submit } = useSubmit('Failed to save event', saveFailureText);
  const isCancelled = event.cancelledAt !== null;
  const [note, setNote] = useState(event.cancellationNote ?? '');
  const [notify, setNotify] = useState(true);
  const load = useCallback(() => countGuests(event), [countGuests, event]);
  const guests = useFetched(load, '').data;
  const people = guests && isUpcoming(event) ? countComingAndWaiting(guests) : 0;

  const cancel = () =>
    submit(async () => {
      const input: Cancellation = { note, notify, version: event.version };
      const changed = await api.call<SocietyEvent>('POST', `/events/admin/${event.id}/cancel`, input);
      if (isCancelled) onDone('The note is changed.', changed, 'Visitors see it now. No one was told.');
      else onDone('The event is cancelled.', changed, notify ? '' : 'No one was told.');
    });

  return (
    <FormDialog
      title={isCancelled ? 'Why it is cancelled' : 'Cancel this event?'}
      action={isCancelled ? 'Save note' : 'Cancel event'}
      isDanger={!isCancelled}
      isBusy={isBusy}
      onSubmit={() => void cancel()}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        <TextArea
          label="Note for visitors"
          hint="The event keeps its page, marked as cancelled, with this note."
          counted="late"
          limit={eventLimits.cancellationNote}
          value={note}
          onChange={setNote}
        />
        {people > 0 && (
          <CheckboxField
            label={`Tell ${thePeopleText(people)} who signed up`}
            meaning={byEmail('They get an email, and their calendars update.')}
            checked={notify}
            onChange={setNotify}
          />
        )}
        {failure && <Alert>{failure}</Alert>}
      </div>
    </FormDialog>
  );
}
