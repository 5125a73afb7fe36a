import { useState } from 'react';
import type { ItemFormProps } from '#features/items/admin/use-item-form.ts';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { useUnsaved } from '#ui/drafts/unsaved-context.ts';
import { Button } from '#ui/forms/button.tsx';
import { Actions } from '#ui/page/screen.tsx';
import type { SocietyEvent } from '../event.schema.ts';
import { uncancelEvent } from '../events-admin.client.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import styles from './event-dialogs.module.css';
import { RepeatDialog } from './repeat-dialog.tsx';

type Props = Pick<ItemFormProps<SocietyEvent>, 'onSaved' | 'onLoadLatest' | 'onDuplicate'> & { event: SocietyEvent };

/** What may be done with an event that is saved, beside saving it. What is unsaved is asked about first. */
export function EventActions({ event, onSaved, onLoadLatest, onDuplicate }: Props) {
  const api = useApi();
  const { mayLeave } = useUnsaved();
  const [open, setOpen] = useState<'cancel' | 'repeat' | null>(null);

  async function openAfterAsking(dialog: 'cancel' | 'repeat') {
    if (await mayLeave()) setOpen(dialog);
  }

  function done(message: string) {
    setOpen(null);
    toast.success(message);
    onSaved();
    onLoadLatest(event);
  }

  async function uncancel() {
    if (!(await mayLeave())) return;
    try {
      await uncancelEvent(api, event.id);
      done('The event takes place again.');
    } catch {
      toast.error('Failed to save event');
    }
  }

  return (
    <div className={styles.actions}>
      <Actions>
        {event.cancelledAt ? (
          <Button variant="quiet" size="small" onClick={() => void uncancel()}>
            Take place again
          </Button>
        ) : (
          <Button variant="quiet" size="small" onClick={() => void openAfterAsking('cancel')}>
            Call off…
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={() => void openAfterAsking('repeat')}>
          Repeat…
        </Button>
        <Button variant="quiet" size="small" onClick={() => onDuplicate?.(event)}>
          Duplicate
        </Button>
      </Actions>
      {open === 'cancel' && <CancelDialog event={event} onDone={done} onClose={() => setOpen(null)} />}
      {open === 'repeat' && <RepeatDialog event={event} onDone={done} onClose={() => setOpen(null)} />}
    </div>
  );
}
