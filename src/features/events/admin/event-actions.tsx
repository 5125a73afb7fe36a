import { useCallback, useState } from 'react';
import type { FormDraft } from '#features/drafts/use-draft.ts';
import type { ItemFormProps } from '#features/items/admin/use-item-form.ts';
import { byEmail } from '#features/settings/admin/mail-server.ts';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { MenuApart } from '#ui/editor-layout/menu.tsx';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { saveFailureText } from '#ui/saving/saving.ts';
import { useFetched } from '#ui/use-fetched.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { isEventPast } from '../event.ts';
import { type CountGuests, countComingAndWaiting, guestsToldSentence, thePeopleText } from '../signup/guest-count.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { RepeatDialog } from './repeat-dialog.tsx';

type Props = ItemFormProps<SocietyEvent> & {
  event: SocietyEvent;
  countGuests: CountGuests;
  draft: Pick<FormDraft<object>, 'get' | 'hasUnsaved' | 'setVersion'>;
};

/** The actions of a saved event besides saving. What is typed stays unsaved. */
export function EventActions({ event, countGuests, draft, onSaved, edited }: Props) {
  const api = useApi();
  const [open, setOpen] = useState<'cancel' | 'repeat' | null>(null);

  const { ask, dialog } = useConfirm();
  const load = useCallback(() => countGuests(event), [countGuests, event]);
  const guests = useFetched(load, '').data;
  const hasGuests = guests !== null && countComingAndWaiting(guests) > 0;

  function done(message: string, changed?: SocietyEvent, toNoOne?: string) {
    // The change is this person's own, and no one else's is between: what is typed goes over it without a question.
    const isOnlyOurs = changed?.version === event.version + 1 && draft.get().version === event.version;
    if (changed && isOnlyOurs && draft.hasUnsaved()) draft.setVersion(changed.version);
    setOpen(null);
    toast.success(message, { detail: guestsToldSentence(changed?.told, toNoOne) });
    onSaved();
    edited.reload(event);
  }

  async function uncancel() {
    try {
      const now = isEventPast(event, new Date().toISOString()) ? null : await load();
      const people = now ? countComingAndWaiting(now) : 0;
      const answer = people > 0 ? await ask(reinstateQuestion(people)) : 'yes';
      if (answer === 'no') return;
      const notify = answer === 'yes';
      const changed = await api.call<SocietyEvent>('POST', `/events/admin/${event.id}/uncancel`, { notify });
      done('The event is reinstated.', changed, notify ? '' : 'No one was told.');
    } catch (error) {
      toast.error(saveFailureText(error, 'Failed to save event'));
    }
  }

  return (
    <>
      {(event.hasSignup || hasGuests) && (
        <LinkButton variant="quiet" to={`/admin/events/${event.id}/guests`}>
          Guests
        </LinkButton>
      )}
      <LinkButton variant="quiet" to={`/admin/events/${event.id}/share`}>
        Share and posters
      </LinkButton>
      {event.cancelledAt && (
        <Button variant="quiet" onClick={() => void uncancel()}>
          Reinstate event
        </Button>
      )}
      <Button variant="quiet" onClick={() => setOpen('repeat')}>
        Repeat…
      </Button>
      <Button variant="quiet" onClick={() => edited.startCopy(event)}>
        Duplicate
      </Button>
      <MenuApart>
        <Button variant={event.cancelledAt ? 'quiet' : 'danger'} onClick={() => setOpen('cancel')}>
          {event.cancelledAt ? 'Change the note…' : 'Cancel event…'}
        </Button>
      </MenuApart>
      {open === 'cancel' && (
        <CancelDialog event={event} countGuests={countGuests} onDone={done} onClose={() => setOpen(null)} />
      )}
      {open === 'repeat' && <RepeatDialog event={event} onDone={done} onClose={() => setOpen(null)} />}
      {dialog}
    </>
  );
}

function reinstateQuestion(people: number) {
  return {
    message: `Reinstate the event and tell ${thePeopleText(people)}?`,
    detail: byEmail(
      'They get an email, and their calendars update. Without telling, only people on the waiting list who now get a place are told.',
    ),
    action: 'Reinstate and tell them',
    other: 'Reinstate without telling',
    isHarmless: true,
  };
}
