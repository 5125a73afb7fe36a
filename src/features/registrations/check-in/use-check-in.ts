import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { getEvent } from '#features/events/events.client.ts';
import { compareTexts } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { useEditing } from '#ui/drafts/editing-context.ts';
import { errorMessage } from '#ui/loaded.ts';
import type { RegistrationCounts } from '../registration.schema.ts';
import { allRegistrations, getRegistrationCounts } from '../registrations-admin.client.ts';
import { forgetList, type KeptGuest, type KeptList, keepList, keptList } from './kept-list.client.ts';
import { tapGuest, useTaps, watchSent } from './taps.client.ts';

/** `isSent`: the server knows whether they are here. */
export type CheckInGuest = KeptGuest & { isSent: boolean };

/** What other devices have tapped is seen after this long: the numbers first, and the list where they are others. */
const lookEveryMs = 8000;
/** A change that leaves the numbers as they are is seen after this long. */
const listEveryMs = 60_000;

export function useCheckIn(eventId: number) {
  const api = useApi();
  const { owner } = useEditing();
  const place = useMemo(() => ({ owner, eventId }), [owner, eventId]);
  const taps = useTaps(owner);
  const { list, problem, reload, end } = useGuestList(place);

  const guests = useMemo(() => {
    const tapOf = (id: number) => taps.find((tap) => tap.eventId === eventId && tap.id === id);
    const shown = list?.guests.map((guest): CheckInGuest => {
      const tap = tapOf(guest.id);
      return { ...guest, isSent: !tap, ...(tap && { presentAt: tap.isPresent ? tap.at : null }) };
    });
    return shown?.sort((one, other) => compareTexts(one.name, other.name)) ?? null;
  }, [list, taps, eventId]);

  return {
    event: list?.event ?? null,
    guests,
    unsent: taps.filter((tap) => tap.eventId === eventId).length,
    problem,
    reload,
    end,
    tap: (id: number, isPresent: boolean) =>
      tapGuest({ api, owner }, { eventId, id, isPresent, at: new Date().toISOString() }),
  };
}

/** Of the device at first, then of the server, again and again while the page is looked at. */
function useGuestList(place: { owner: string; eventId: number }) {
  const api = useApi();
  const { owner, eventId } = place;
  const [list, setList] = useState<KeptList | null>(() => keptList(place));
  const [problem, setProblem] = useState<string | null>(null);
  const isOver = useRef(false);
  const isLoading = useRef(false);
  const shown = useRef<{ guests: readonly KeptGuest[]; loadedAt: number }>({ guests: [], loadedAt: 0 });
  // An answer that was asked for before a tap was sent shows the time before it.
  const sent = useRef(0);

  const reload = useCallback(async () => {
    if (isLoading.current) return;
    isLoading.current = true;
    const before = sent.current;
    // A weak network may neither answer nor fail.
    const ending = AbortSignal.timeout(20_000);
    const isRecent = Date.now() - shown.current.loadedAt < listEveryMs;
    try {
      if (isRecent && hasNumbers(shown.current.guests, await getRegistrationCounts(api, eventId, ending)))
        return setProblem(null);
      const [event, guests] = await Promise.all([
        getEvent(api, eventId, ending),
        allRegistrations(api, eventId, 'coming', ending),
      ]);
      if (isOver.current || before !== sent.current) return;
      shown.current.loadedAt = Date.now();
      setList({ at: new Date().toISOString(), event, guests });
      setProblem(null);
    } catch (error) {
      setProblem(errorMessage(error, noConnection));
    } finally {
      isLoading.current = false;
    }
  }, [api, eventId]);

  useEffect(() => {
    shown.current.guests = list?.guests ?? [];
    if (list && !isOver.current) keepList(owner, list);
  }, [list, owner]);

  useEffect(() => {
    isOver.current = false;
    const look = () => void (document.visibilityState === 'visible' && reload());
    look();
    const timer = setInterval(look, lookEveryMs);
    const stopWatching = watchSent((of, guest) => {
      if (of !== eventId) return;
      sent.current += 1;
      setList((now) => now && { ...now, guests: now.guests.map((one) => (one.id === guest.id ? guest : one)) });
    });
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver.current = true;
      clearInterval(timer);
      stopWatching();
      window.removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [eventId, reload]);

  function end() {
    isOver.current = true;
    forgetList(place);
  }

  return { list, problem, reload, end };
}

function hasNumbers(guests: readonly KeptGuest[], { coming, present }: RegistrationCounts): boolean {
  const places = guests.reduce((sum, guest) => sum + guest.places, 0);
  const here = guests.filter(({ presentAt }) => presentAt !== null).length;
  return guests.length === coming.people && places === coming.places && here === present.people;
}

const noConnection = 'There is no connection to the site.';
