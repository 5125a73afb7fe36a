import { useCallback } from 'react';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { placesByHandSentence } from '#features/events/signup/guest-count.ts';
import { byEmail } from '#features/settings/admin/mail-server.ts';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import { ExportButtons } from '#ui/lists/export-buttons.tsx';
import { ListTools } from '#ui/lists/list-tools.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { useList } from '#ui/lists/use-list.ts';
import { useSearchParam } from '#ui/lists/use-search-param.ts';
import { withParam } from '#ui/lists/use-state-param.ts';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import { Columns, Panel } from '#ui/page/screen-parts.tsx';
import { Tabs } from '#ui/page/tabs.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import { useFetched } from '#ui/use-fetched.ts';
import type { ChangedRegistration, Registration, RegistrationCounts } from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';
import { type GuestList, getCountsOfEvent, guestsPath } from '../registrations-admin.client.ts';
import { AddGuestPanel } from './add-guest-panel.tsx';
import { type GuestAction, GuestRow } from './guest-row.tsx';
import { canMoveToWaitingList, givesFreePlaces, isSignupOver, isTold, peopleText, placesText } from './guest-texts.ts';
import styles from './guests.module.css';
import { GuestsHead } from './guests-head.tsx';
import { useAskBeyondCapacity } from './use-ask-beyond-capacity.ts';

const saysSo = 'They get an email that says so.';
const placeGoesOn = 'What they had goes to the next people waiting for whom it is enough.';
const noOneMovesUp = 'No one moves up by itself: sign-up is closed.';

/** Lists guests with a place, waiting guests and guests who left, with the organisers' actions. */
export function GuestsScreen({ event }: { event: SocietyEvent }) {
  const guests = useGuests(event);
  return (
    <>
      <GuestsHead title="Guests" event={event}>
        <ExportButtons
          what={lists.find(([name]) => name === guests.chosen)?.[1] ?? ''}
          name={`guests-${event.id}-${guests.chosen}`}
          pathOf={(format) => `${guestsPath(event.id)}.csv?${new URLSearchParams({ list: guests.chosen, format })}`}
        />
      </GuestsHead>
      <Columns aside={!event.cancelledAt && <AddGuestPanel event={event} onAdded={guests.reload} />}>
        <GuestsPanel event={event} guests={guests} />
      </Columns>
    </>
  );
}

const lists = [
  ['coming', 'Coming', 'No guests yet', 'People appear here once they have confirmed by the link in our email.'],
  ['waiting', 'Waiting', 'No one is waiting', 'People who sign up when all places are taken appear here.'],
  ['gone', 'No longer coming', 'No one has left', 'People who give their place back or are removed appear here.'],
] as const satisfies [GuestList, ...string[]][];

/** The chosen list, its search and the counts of all lists. The URL holds the choice and the search. */
function useGuests({ id }: SocietyEvent) {
  const api = useApi();
  const search = useSearchParam();
  const [params, setParams] = useSearchParams();
  const chosen = lists.find(([name]) => name === params.get('list'))?.[0] ?? 'coming';
  const asked = { search: search.searched, list: chosen };
  const list = useList<Registration>(guestsPath(id), registrationMessages.listFailed, asked);
  const loadCounts = useCallback(() => getCountsOfEvent(api, id), [api, id]);
  const counts = useFetched(loadCounts, registrationMessages.listFailed);

  const choose = (name: GuestList) =>
    setParams((now) => withParam(now, 'list', name), { replace: true, preventScrollReset: true });

  async function reload() {
    await Promise.all([list.reload(), counts.reload()]);
  }

  return { search, chosen, choose, list, counts: counts.data, reload };
}

function GuestsPanel({ event, guests }: { event: SocietyEvent; guests: ReturnType<typeof useGuests> }) {
  const { search, chosen, choose, list, counts, reload } = guests;
  const actions = useGuestActions({ event, counts, onChanged: reload });
  const tabs = lists.map(([name, label]) => [name, counts ? `${label} (${counts[name].people})` : label] as const);
  const [, , title, message] = lists.find(([name]) => name === chosen) ?? lists[0];
  return (
    <Panel>
      <p className={`muted ${styles.summary}`}>{counts ? summaryOf(counts, event) : '\u00A0'}</p>
      <Tabs label="Lists" tabs={tabs} chosen={chosen} onChoose={choose}>
        <ListTools
          label="Search names and addresses"
          text={search.text}
          onType={search.setText}
          count={list.total !== null && search.searched ? `${peopleText(list.total)} found` : ''}
        />
        <RowList
          list={list}
          label="Guests"
          empty={<EmptyState {...(search.searched ? noMatches : { title, message })} />}
          row={(guest) => (
            <GuestRow key={guest.id} guest={guest} event={event} isBusy={actions.isBusy} onAct={actions.act} />
          )}
        />
      </Tabs>
      {actions.dialog}
    </Panel>
  );
}

const noMatches = { title: 'No matches', message: 'No guests match. Try the other two lists.' };

function summaryOf(counts: RegistrationCounts, event: SocietyEvent): string {
  const { pending, waiting } = counts;
  const pendingText = pending.people > 0 ? ` · ${pending.people} not confirmed yet` : '';
  const closed = isSignupOver(event) ? ` · Sign-up is closed. ${placesByHandSentence(waiting.people)}` : '';
  return placesText(counts, event.capacity) + pendingText + closed.trimEnd();
}

type GuestActionsProps = { event: SocietyEvent; counts: RegistrationCounts | null; onChanged: () => Promise<void> };

/** An organiser's actions for one guest. Asks first if someone would lose something or places run out. */
function useGuestActions({ event, counts, onChanged }: GuestActionsProps) {
  const isAnyoneWaiting = counts !== null && counts.waiting.people > 0;
  const api = useApi();
  const { isBusy, run } = useBusy();
  const { ask, confirm, dialog } = useAskBeyondCapacity();
  const pathOf = ({ id }: Registration) => `${guestsPath(event.id)}/${id}`;

  async function move(guest: Registration, state: 'confirmed' | 'waiting') {
    const { name } = guest;
    const moved = await ask((how) => api.call<ChangedRegistration>('PUT', pathOf(guest), { state, ...how }));
    if (!moved) return;
    const where = state === 'waiting' ? 'is on the waiting list' : 'has a place';
    toast.success(`${name} ${where}.`, isTold(name, moved.promoted));
    await onChanged();
  }

  async function act(action: GuestAction, guest: Registration) {
    const { name } = guest;
    if (action === 'place') return move(guest, 'confirmed');
    const next = givesFreePlaces(event) ? ` ${placeGoesOn}` : isSignupOver(event) ? ` ${noOneMovesUp}` : '';
    const detail = byEmail(saysSo) + (guest.state === 'confirmed' && isAnyoneWaiting ? next : '');
    if (action === 'wait') {
      if (counts && !canMoveToWaitingList(event, counts)) return toast.error(registrationMessages.nobodyWaits);
      const isHarmless = !isAnyoneWaiting;
      if (await confirm(`Move ${name} to the waiting list?`, 'Move', { detail, isHarmless }))
        await move(guest, 'waiting');
      return;
    }
    if (!(await confirm(`Take ${name} off the list?`, 'Remove', { detail }))) return;
    const { promoted } = await api.call<ChangedRegistration>('DELETE', pathOf(guest));
    toast.success(`${name} is off the list.`, isTold(name, promoted));
    await onChanged();
  }

  return {
    isBusy,
    dialog,
    act: (action: GuestAction, guest: Registration) => void run(() => withErrorToast(() => act(action, guest))),
  };
}
