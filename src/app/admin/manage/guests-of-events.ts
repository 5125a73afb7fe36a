import { eventKind } from '#features/events/event.kind.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import type { EventGuests } from '#features/events/signup/event-guests.ts';
import { peopleText } from '#features/registrations/admin/guests-event.ts';
import { listCountsOfEvents } from '#features/registrations/registrations-admin.client.ts';
import type { Api } from '#shared/calls/api-client.ts';

export async function countGuestsOf(api: Api, event: SocietyEvent): Promise<EventGuests> {
  const [counts] = await listCountsOfEvents(api, [event.id]);
  return counts ?? { coming: { people: 0, places: 0 }, waiting: { people: 0 } };
}

/** What restoring an event from the bin means for its guests; null without any. */
export async function restoringDetail(api: Api, { kind, id }: { kind: string; id: number }): Promise<string | null> {
  if (kind !== eventKind.name) return null;
  const [counts] = await listCountsOfEvents(api, [id]).catch(() => []);
  const people = counts ? counts.coming.people + counts.waiting.people : 0;
  if (people === 0) return null;
  return `${peopleText(people)} signed up. Unless it is over or cancelled, they are told by email that it will take place.`;
}
