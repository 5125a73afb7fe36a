import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { WithDraft } from '#features/drafts/with-draft.tsx';
import { ShareEventScreen } from '#features/events/admin/share-event-screen.tsx';
import { eventKind } from '#features/events/event.kind.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { GuestsNav } from '#features/registrations/admin/guests-head.tsx';
import { GuestsScreen } from '#features/registrations/admin/guests-screen.tsx';
import { MessageGuestsScreen } from '#features/registrations/admin/message-guests-screen.tsx';
import { PrintGuestsScreen } from '#features/registrations/admin/print-guests-screen.tsx';
import { CheckInScreen } from '#features/registrations/check-in/check-in-screen.tsx';
import { Fetched } from '#ui/page/fetched.tsx';
import { ScreenHead } from '#ui/page/screen-parts.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import { useFetchedCall } from '#ui/use-fetched.ts';
import { Redirect } from './redirect.tsx';
import { NotFoundScreen } from './shell/error-screens.tsx';

/** The code in a guest's mail leads here with `?guest=7`. */
export function Guests() {
  const id = useEventId();
  const [query] = useSearchParams();
  const guest = query.get('guest');
  if (id !== null && guest !== null)
    return <Redirect to={`/admin/events/${id}/guests/check-in?guest=${encodeURIComponent(guest)}`} />;
  return <WithEvent>{(event) => <GuestsScreen event={event} />}</WithEvent>;
}

export function GuestMessage() {
  return (
    <WithEvent>
      {(event) => (
        <WithDraft form={`guests-${event.id}`}>
          <MessageGuestsScreen event={event} />
        </WithDraft>
      )}
    </WithEvent>
  );
}

export function GuestPrint() {
  return <WithEvent>{(event) => <PrintGuestsScreen event={event} />}</WithEvent>;
}

export function ShareEvent() {
  return <WithEvent>{(event) => <ShareEventScreen event={event} />}</WithEvent>;
}

export function CheckIn() {
  const id = useEventId();
  return id === null ? <NotFoundScreen /> : <CheckInScreen key={id} eventId={id} />;
}

/** A screen for the event of the address. */
function WithEvent({ children }: { children: (event: SocietyEvent) => ReactNode }) {
  const id = useEventId();
  return id === null ? <NotFoundScreen /> : <Loaded key={id} id={id} screen={children} />;
}

function Loaded({ id, screen }: { id: number; screen: (event: SocietyEvent) => ReactNode }) {
  const event = useFetchedCall<SocietyEvent>(`/events/${id}`, eventKind.texts.readFailed);
  if (event.data) return screen(event.data);
  return (
    <>
      <ScreenHead title="Guests" />
      <GuestsNav eventId={id} />
      <Fetched of={event}>{screen}</Fetched>
    </>
  );
}

function useEventId(): number | null {
  const { id = '' } = useParams();
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}
