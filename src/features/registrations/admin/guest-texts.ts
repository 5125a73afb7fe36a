/** What administrators read of an event's guests and places. */
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { eventTimeText } from '#shared/dates.ts';
import { bidiIsolated, pluralise } from '#shared/text.ts';
import type { Registration, RegistrationCounts } from '../registration.schema.ts';

/** 'Bat walk · Dec 1, 2026 at 6:30 PM' */
export function eventTitleAndTime(event: SocietyEvent): string {
  return `${bidiIsolated(event.title)} · ${eventTimeText(event)}`;
}

/** '12 of 20 places taken · 3 waiting', '12 places taken' where there is no limit. */
export function placesText(
  { coming, waiting }: Pick<RegistrationCounts, 'coming' | 'waiting'>,
  capacity: number | null,
) {
  const places =
    capacity === null
      ? `${pluralise(coming.places, 'place')} taken`
      : `${coming.places} of ${pluralise(capacity, 'place')} taken`;
  return waiting.people > 0 ? `${places} · ${waiting.people} waiting` : places;
}

export function peopleText(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

/** Once someone's personal data is erased nothing names them. */
export function guestName({ name, isErased }: Pick<Registration, 'name' | 'isErased'>): string {
  return isErased ? 'Erased' : name;
}
