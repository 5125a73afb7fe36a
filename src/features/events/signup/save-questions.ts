import { eventTimeText } from '#shared/dates.ts';
import { countOf, isolated } from '#shared/text.ts';
import type { SocietyEvent, SocietyEventInput } from '../event.schema.ts';
import { type EventGuests, isStillToCome, sumOf, type ThreeWayQuestion, thePeople } from './event-guests.ts';

/** Whether guests are to be counted before this is saved. */
export function concernsGuests(input: SocietyEventInput, event: SocietyEvent): boolean {
  return isElsewhere(input, event) || isSwitchedOff(input, event) || isOtherCapacity(input, event);
}

/** What a save means for the guests of every event that it changes; the soonest is first, and the one of the form. */
export function saveQuestions(input: SocietyEventInput, event: SocietyEvent, guests: readonly EventGuests[]) {
  const stranded = isSwitchedOff(input, event) ? guests.filter((one) => one.event.hasSignup) : [];
  const full = isOtherCapacity(input, event) ? guests.filter((one) => isTooFew(input.capacity, one)) : [];
  const told = isElsewhere(input, event) ? guests.filter((one) => isStillToCome(one.event)) : [];
  const [coming, waiting] = [sumOf(stranded, 'coming'), sumOf(stranded, 'waiting')];
  const people = sumOf(told, 'coming');
  return {
    off: coming + waiting > 0 ? offQuestion(coming, waiting) : null,
    capacity: full.length > 0 ? capacityQuestion(full, event) : null,
    notify: people > 0 ? notifyQuestion(people, input.scope === 'later') : null,
  };
}

const placeAndTime = ['eventDate', 'endDate', 'isAllDay', 'location', 'address', 'onlineUrl'] as const;

function isElsewhere(input: SocietyEventInput, event: SocietyEvent): boolean {
  return placeAndTime.some((field) => input[field] !== undefined && input[field] !== event[field]);
}

function isSwitchedOff(input: SocietyEventInput, event: SocietyEvent): boolean {
  return event.hasSignup && input.hasSignup === false;
}

/** More places here may be fewer for a later event. */
function isOtherCapacity({ capacity }: SocietyEventInput, event: SocietyEvent): boolean {
  return typeof capacity === 'number' && capacity !== event.capacity;
}

function isTooFew(capacity: number | null | undefined, { event, coming }: EventGuests): boolean {
  return isLess(capacity, event.capacity) && isLess(capacity, coming.places);
}

/** No limit is more than any. */
function isLess(capacity: number | null | undefined, than: number | null): boolean {
  return typeof capacity === 'number' && (than === null || capacity < than);
}

function offQuestion(coming: number, waiting: number): ThreeWayQuestion {
  const people = coming + waiting;
  const rest = waiting === 0 ? '' : ` Nobody moves up from the waiting list any more (${waiting} there now).`;
  return {
    message: `Switch sign-up off? ${people === 1 ? '1 person' : `${people} people`} signed up.`,
    detail: `Whoever has a place keeps it.${rest} Nobody is told. They stay under Guests.`,
    action: 'Switch off',
  };
}

function capacityQuestion(full: EventGuests[], event: SocietyEvent): ThreeWayQuestion {
  const [first, ...others] = full as [EventGuests, ...EventGuests[]];
  const { places } = first.coming;
  const given = `${countOf(places, 'place')} ${places === 1 ? 'is' : 'are'} given already.`;
  const which = first.event.id === event.id ? '' : `${isolated(first.event.title)}, ${eventTimeText(first.event)}: `;
  const more = others.length === 0 ? '' : `The same goes for ${countOf(others.length, 'later event')}. `;
  return {
    message: `${which}${given}`,
    detail: `${more}Nobody loses a place. There will be more guests than places, and nobody moves up until there is room.`,
    action: 'Save all the same',
  };
}

function notifyQuestion(people: number, isForLater: boolean): ThreeWayQuestion {
  return {
    message: `Tell ${thePeople(people)} who signed up${isForLater ? ' for these events' : ''}?`,
    detail: 'They get a mail with the new time and place, and their calendars follow.',
    action: 'Save and tell them',
    other: 'Save without telling',
  };
}
