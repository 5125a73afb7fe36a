import { useCallback, useState } from 'react';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { placesText } from '#features/registrations/admin/guest-texts.ts';
import type { EventRegistrationCounts } from '#features/registrations/registration.schema.ts';
import { listCountsOfEvents } from '#features/registrations/registrations-admin.client.ts';
import { useApi } from '#ui/api.ts';

/** How many places of the listed events are given: one call for a list. Cards show nothing until it is answered. */
export function usePlacesText() {
  const api = useApi();
  const [counts, setCounts] = useState<ReadonlyMap<number, EventRegistrationCounts>>(new Map());

  const load = useCallback(
    (events: readonly SocietyEvent[]) => {
      const ids = events.map(({ id }) => id);
      if (ids.length === 0) return;
      // If it fails, the cards stay without the text.
      listCountsOfEvents(api, ids).then(
        (found) => setCounts((known) => new Map([...known, ...found.map((one) => [one.eventId, one] as const)])),
        () => undefined,
      );
    },
    [api],
  );

  function textOf({ id, hasSignup, capacity }: SocietyEvent): string | undefined {
    const known = counts.get(id);
    const isShown = known && (hasSignup || known.coming.people + known.waiting.people > 0);
    return isShown ? placesText(known, capacity) : undefined;
  }

  return { load, textOf };
}
