import { useCallback, useState } from 'react';
import { useApi } from '#ui/api.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { saveFailure } from '#ui/drafts/save-once.ts';
import { useUnsaved } from '#ui/drafts/unsaved-context.ts';
import { CheckField, SelectField, TextArea } from '#ui/forms/field.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { Alert } from '#ui/page/screen.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { eventLimits } from '../event.ts';
import { cancelEvent } from '../events-admin.client.ts';
import { type CountGuests, isStillToCome, peopleOf, thePeople } from '../signup/event-guests.ts';
import styles from './event-dialogs.module.css';
import { scopes } from './scopes.ts';

type Props = { event: SocietyEvent; countGuests: CountGuests; onDone: (message: string) => void; onClose: () => void };

const calledOff = { this: 'The event is called off.', later: 'This and later events are called off.' };

/** It keeps its page and its place in the lists (F4). Of one that is called off already, its note. */
export function CancelDialog({ event, countGuests, onDone, onClose }: Props) {
  const api = useApi();
  const { mayLeave } = useUnsaved();
  const { isBusy, run } = useBusy();
  const isCancelled = event.cancelledAt !== null;
  const [note, setNote] = useState(event.cancellationNote ?? '');
  const [scope, setScope] = useState<'this' | 'later'>('this');
  const [notify, setNotify] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const load = useCallback(() => countGuests(event, scope), [countGuests, event, scope]);
  const guests = useFetched(load, '').data;
  const people = peopleOf((guests ?? []).filter((one) => isStillToCome(one.event)));

  async function submit() {
    if (!(await mayLeave())) return;
    try {
      await cancelEvent(api, event.id, { note, notify, scope, version: event.version });
      onDone(isCancelled ? 'The note is changed.' : calledOff[scope]);
    } catch (error) {
      setFailure(saveFailure(error, 'Failed to save event'));
    }
  }

  return (
    <FormDialog
      title={isCancelled ? 'Why it is called off' : 'Call off this event?'}
      action={isCancelled ? 'Save note' : 'Call off'}
      isBusy={isBusy}
      onSubmit={() => void run(submit)}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        <TextArea
          label="Note for visitors"
          hint="The event keeps its page, marked as cancelled, with this note."
          counted
          limit={eventLimits.cancellationNote}
          value={note}
          onChange={setNote}
        />
        {event.seriesId && !isCancelled && (
          <SelectField
            label="Call off"
            options={scopes}
            value={scope}
            onChange={(chosen) => setScope(chosen === 'later' ? 'later' : 'this')}
          />
        )}
        {people > 0 && (
          <CheckField label={`Tell ${thePeople(people)} who signed up`} checked={notify} onChange={setNotify} />
        )}
        {failure && <Alert>{failure}</Alert>}
      </div>
    </FormDialog>
  );
}
