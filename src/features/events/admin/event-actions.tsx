import { useState } from 'react';
import type { ItemFormProps } from '#features/items/admin/use-item-form.ts';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { saveFailure } from '#ui/drafts/save-once.ts';
import { useUnsaved } from '#ui/drafts/unsaved-context.ts';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { Actions } from '#ui/page/screen.tsx';
import type { SocietyEvent } from '../event.schema.ts';
import { uncancelEvent } from '../events-admin.client.ts';
import type { CountGuests } from '../signup/event-guests.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import styles from './event-dialogs.module.css';
import { RepeatDialog } from './repeat-dialog.tsx';

type Props = Pick<ItemFormProps<SocietyEvent>, 'onSaved' | 'onLoadLatest' | 'onDuplicate'> & {
  event: SocietyEvent;
  countGuests: CountGuests;
};

/** What may be done with an event that is saved, beside saving it. What is unsaved is asked about before it is done. */
export function EventActions({ event, countGuests, onSaved, onLoadLatest, onDuplicate }: Props) {
  const api = useApi();
  const { mayLeave } = useUnsaved();
  const [open, setOpen] = useState<'cancel' | 'repeat' | null>(null);

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
    } catch (error) {
      toast.error(saveFailure(error, 'Failed to save event'));
    }
  }

  return (
    <div className={styles.actions}>
      <Actions>
        {event.hasSignup && (
          <LinkButton variant="quiet" size="small" to={`/admin/events/${event.id}/guests`}>
            Guests
          </LinkButton>
        )}
        {event.cancelledAt ? (
          <>
            <Button variant="quiet" size="small" onClick={() => void uncancel()}>
              Take place again
            </Button>
            <Button variant="quiet" size="small" onClick={() => setOpen('cancel')}>
              Change the note…
            </Button>
          </>
        ) : (
          <Button variant="quiet" size="small" onClick={() => setOpen('cancel')}>
            Call off…
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={() => setOpen('repeat')}>
          Repeat…
        </Button>
        <Button variant="quiet" size="small" onClick={() => onDuplicate?.(event)}>
          Duplicate
        </Button>
      </Actions>
      {open === 'cancel' && (
        <CancelDialog event={event} countGuests={countGuests} onDone={done} onClose={() => setOpen(null)} />
      )}
      {open === 'repeat' && <RepeatDialog event={event} onDone={done} onClose={() => setOpen(null)} />}
    </div>
  );
}
