import type { SocietyEvent } from '#features/events/event.schema.ts';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import type { Registration } from '../registration.schema.ts';
import { signupState } from '../registration.ts';
import { moveRegistration, removeRegistration } from '../registrations-admin.client.ts';
import type { GuestAction } from './guest-row.tsx';
import { useAskBeyondCapacity } from './use-ask-beyond-capacity.ts';

/** An organiser's actions for one guest. Asks first if someone would lose something or places run out. */
export function useGuestActions({ event, onChanged }: { event: SocietyEvent; onChanged: () => Promise<void> }) {
  const api = useApi();
  const { isBusy, run } = useBusy();
  const { ask, confirm, dialog } = useAskBeyondCapacity();

  async function move({ id, name }: Registration, state: 'confirmed' | 'waiting') {
    const moved = await ask((isForced) => moveRegistration(api, { eventId: event.id, id }, { state, isForced }));
    if (!moved) return;
    toast.success(state === 'waiting' ? `${name} is on the waiting list.` : `${name} has a place.`);
    await onChanged();
  }

  async function act(action: GuestAction, guest: Registration) {
    const { name } = guest;
    if (action === 'place') return move(guest, 'confirmed');
    // Whether free places go to the waiting list automatically.
    const isPromoting = ['soon', 'open'].includes(signupState(event, 0, new Date().toISOString()));
    const detail = guest.state === 'confirmed' && isPromoting ? placeGoesOn : 'They get an email that says so.';
    if (action === 'wait') {
      if (await confirm(`Move ${name} to the waiting list?`, 'Move', { detail })) await move(guest, 'waiting');
      return;
    }
    if (!(await confirm(`Take ${name} off the list?`, 'Remove', { detail }))) return;
    await removeRegistration(api, event.id, guest.id);
    toast.success(`${name} is off the list.`);
    await onChanged();
  }

  return {
    isBusy,
    dialog,
    act: (action: GuestAction, guest: Registration) => void run(() => withErrorToast(() => act(action, guest))),
  };
}

const placeGoesOn = 'Their place goes to the next person waiting, and they get an email that says so.';
