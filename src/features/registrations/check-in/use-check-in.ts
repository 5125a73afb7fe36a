import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useDraftsContext } from '#features/drafts/drafts-context.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { getEvent } from '#features/events/events.client.ts';
import { errorMessage } from '#shared/calls/api-error.ts';
import { useApi } from '#ui/api-context.ts';
import { useUnstoredGuard } from '#ui/leave-guard/use-leave-guard.ts';
import { usePolling } from '#ui/use-polling.ts';
import { guestName } from '../admin/guest-texts.ts';
import type { Registration, RegistrationCounts } from '../registration.schema.ts';
import { getCountsOfEvent, guestsPath } from '../registrations-admin.client.ts';
import { checkInGuest, sendWaitingTaps, useTaps, watchSentTaps } from './tap-queue.client.ts';

/** `isSent`: the server knows whether they are here. */
export type CheckInGuest = Registration & { isSent: boolean };

type GuestList = { event: SocietyEvent; guests: Registration[]; counts: RegistrationCounts };

/** A weak network may neither answer nor fail. */
const longestMs = 20_000;

export function useCheckIn(eventId: number) {
  const api = useApi();
  const { owner } = useDraftsContext();
  const allTaps = useTaps();
  const taps = useMemo(
    () => allTaps.filter((tap) => tap.owner === owner && tap.eventId === eventId),
    [allTaps, owner, eventId],
  );
  const { list, problem, reload } = useGuestList(eventId);
  useUnstoredGuard(taps.length > 0);
  useEffect(() => void sendWaitingTaps(api, owner), [api, owner]);

  const guests = useMemo(() => {
    const shown = list?.guests.map((guest): CheckInGuest => {
      const tap = taps.find(({ id }) => id === guest.id);
      return {
        ...guest,
        name: guestName(guest),
        isSent: !tap,
        ...(tap && { presentAt: tap.isPresent ? tap.at : null }),
      };
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
      checkInGuest(api, { owner, eventId, id, isPresent, at: new Date().toISOString() }),
  };
}

/** Polls while the page is visible what other phones have tapped: the numbers first, and the list where they are others. */
function useGuestList(eventId: number) {
  const api = useApi();
  const [list, setList] = useState<GuestList | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isLoading = useRef(false);
  const shown = useRef<GuestList | null>(null);
  // An answer requested before a tap was sent shows the state before it.
  const sent = useRef(0);

  const reload = useCallback(async () => {
    if (isLoading.current) return;
    isLoading.current = true;
    const before = sent.current;
    const ending = AbortSignal.timeout(longestMs);
    try {
      // Before the list: a change in between is then seen by the next look.
      const counts = await getCountsOfEvent(api, eventId, ending);
      if (!shown.current || !hasNumbers(shown.current, counts)) {
        const path = `${guestsPath(eventId)}?list=coming`;
        const coming = api.call<Registration[]>('GET', path, undefined, ending);
        const [event, guests] = await Promise.all([getEvent(api, eventId, ending), coming]);
        if (before === sent.current) setList({ event, guests, counts });
      }
      setProblem(null);
    } catch (error) {
      setProblem(errorMessage(error, noConnection));
    } finally {
      isLoading.current = false;
    }
  }, [api, eventId]);

  useEffect(() => {
    shown.current = list;
  }, [list]);

  usePolling(String(eventId), async () => {
    await reload();
    return true;
  });

  useEffect(
    () =>
      watchSentTaps((of, guest) => {
        if (of !== eventId) return;
        sent.current += 1;
        setList((now) => now && { ...now, guests: now.guests.map((one) => (one.id === guest.id ? guest : one)) });
      }),
    [eventId],
  );

  return { list, problem, reload };
}

/** True if the list matches the counts. A guest who gives a place back and the next one in line leave the counts unchanged. */
function hasNumbers({ guests, counts }: GuestList, now: RegistrationCounts): boolean {
  const here = guests.filter(({ presentAt }) => presentAt !== null).length;
  const listsOf = ({ coming, waiting, gone }: RegistrationCounts) => JSON.stringify([coming, waiting, gone]);
  return here === now.present.people && listsOf(counts) === listsOf(now);
}

const noConnection = 'There is no connection to the site.';
