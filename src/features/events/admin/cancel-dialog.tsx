import { useState } from 'react';
import { useApi } from '#ui/api.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { SelectField, TextArea } from '#ui/forms/field.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { Alert } from '#ui/page/screen.tsx';
import type { SocietyEvent } from '../event.schema.ts';
import { eventLimits } from '../event.ts';
import { cancelEvent } from '../events-admin.client.ts';
import styles from './event-dialogs.module.css';
import { scopes } from './scopes.ts';

type Props = { event: SocietyEvent; onDone: (message: string) => void; onClose: () => void };

/** It keeps its page and its place in the lists (F4). */
export function CancelDialog({ event, onDone, onClose }: Props) {
  const api = useApi();
  const { isBusy, run } = useBusy();
  const [note, setNote] = useState('');
  const [scope, setScope] = useState<'this' | 'later'>('this');
  const [failure, setFailure] = useState<string | null>(null);

  async function submit() {
    try {
      await cancelEvent(api, event.id, { note, scope, version: event.version });
      onDone(scope === 'later' ? 'This and later events are called off.' : 'The event is called off.');
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Failed to save event');
    }
  }

  return (
    <FormDialog
      title="Call off this event?"
      action="Call off"
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
        {event.seriesId && (
          <SelectField
            label="Call off"
            options={scopes}
            value={scope}
            onChange={(chosen) => setScope(chosen === 'later' ? 'later' : 'this')}
          />
        )}
        {failure && <Alert>{failure}</Alert>}
      </div>
    </FormDialog>
  );
}
