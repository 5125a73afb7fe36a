import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { getEvent } from '#features/events/events.client.ts';
import { useApi } from '#ui/api.ts';
import { useEditing } from '#ui/drafts/editing-context.ts';
import { useUnsavedGuard } from '#ui/drafts/unsaved-context.ts';
import { errorMessage } from '#ui/loaded.ts';
import type { Registration, RegistrationCounts } from '../registration.schema.ts';
import { getCountsOfEvent, listRegistrations } from '../registrations-admin.client.ts';
import { sendTaps, tapGuest, useTaps, watchSent } from './taps.client.ts';

/** `isSent`: the server knows whether they are here. */
export type CheckInGuest = Registration & { isSent: boolean };

type GuestList = { event: SocietyEvent; guests: Registration[] };

/** What other phones have tapped is seen after this long: the numbers first, and the list where they are others. */
const lookEveryMs = 2000;
/** A weak network may neither answer nor fail. */
const longestMs = 20_000;

/** Taps are only in memory. */
const untilTheyArrive = { store: () => false, remove: () => undefined, forget: () => undefined };

export function useCheckIn(eventId: number) {
  const api = useApi();
  const { owner } = useEditing();
  const allTaps = useTaps();
  const taps = useMemo(
    () => allTaps.filter((tap) => tap.owner === owner && tap.eventId === eventId),
    [allTaps, owner, eventId],
  );
  const { list, problem, reload } = useGuestList(eventId);
  useUnsavedGuard({ isDirty: taps.length > 0, ...untilTheyArrive });
  useEffect(() => void sendTaps({ api, owner }), [api, owner]);

  const guests = useMemo(() => {
    const shown = list?.guests.map((guest): CheckInGuest => {
      const tap = taps.find(({ id }) => id === guest.id);
      return { ...guest, isSent: !tap, ...(tap && { presentAt: tap.isPresent ? tap.at : null }) };
    });
    return shown ?? null;
  }, [list, taps]);

  return {
    event: list?.event ?? null,
    guests,
    unsent: taps.length,
    problem,
    reload,
    tap: (id: number, isPresent: boolean) =>
      tapGuest(api, { owner, eventId, id, isPresent, at: new Date().toISOString() }),
  };
}

/** Polls the guest list while the page is visible. */
function useGuestList(eventId: number) {
  const api = useApi();
  const [list, setList] = useState<GuestList | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isLoading = useRef(false);
  const shown = useRef<Registration[] | null>(null);
  // An answer that was asked for before a tap was sent shows the time before it.
  const sent = useRef(0);

  const reload = useCallback(async () => {
    if (isLoading.current) return;
    isLoading.current = true;
    const before = sent.current;
    const ending = AbortSignal.timeout(longestMs);
    try {
      const isSame = shown.current && hasNumbers(shown.current, await getCountsOfEvent(api, eventId, ending));
      if (!isSame) {
        const coming = listRegistrations(api, eventId, { list: 'coming' }, ending);
        const [event, { items: guests }] = await Promise.all([getEvent(api, eventId, ending), coming]);
        if (before === sent.current) setList({ event, guests });
      }
      setProblem(null);
    } catch (error) {
      setProblem(errorMessage(error, noConnection));
    } finally {
      isLoading.current = false;
    }
  }, [api, eventId]);

  useEffect(() => {
    shown.current = list?.guests ?? null;
  }, [list]);

  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && reload());
    look();
    const timer = setInterval(look, lookEveryMs);
    const stopWatching = watchSent((of, guest) => {
      if (of !== eventId) return;
      sent.current += 1;
      setList((now) => now && { ...now, guests: now.guests.map((one) => (one.id === guest.id ? guest : one)) });
    });
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      stopWatching();
      document.removeEventListener('visibilitychange', look);
    };
  }, [eventId, reload]);

  return { list, problem, reload };
}

function hasNumbers(guests: readonly Registration[], { coming, present }: RegistrationCounts): boolean {
  const places = guests.reduce((sum, guest) => sum + guest.places, 0);
  const here = guests.filter(({ presentAt }) => presentAt !== null).length;
  return guests.length === coming.people && places === coming.places && here === present.people;
}

const noConnection = 'There is no connection to the site.';
