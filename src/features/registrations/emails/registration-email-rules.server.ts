/** What each email to a guest does to their calendar, and whether it is still true when it goes out. */
import type { EventRow } from '#features/events/event-lists.server.ts';
import { mostPlacesPerPerson } from '../registration.ts';
import type { RegistrationRow } from '../registration-links.server.ts';

export type Guest = { guest: RegistrationRow; event: EventRow };

type Rule = {
  /** What it does to the entry in the guest's calendar. */
  calendar: 'request' | 'cancel' | null;
  /** When it goes out, what it says may no longer be so. */
  isWanted: (found: Guest) => boolean;
};

const isOn = ({ event: { cancelledAt, deletedAt } }: Guest) => cancelledAt === null && deletedAt === null;
const isAskedToConfirm = (found: Guest) => found.guest.state === 'pending' && isOn(found);
const hasPlace = (found: Guest) => found.guest.state === 'confirmed' && isOn(found);
const isWaiting = (found: Guest) => found.guest.state === 'waiting' && isOn(found);
const isIn = ({ guest: { state } }: Guest) => state === 'confirmed' || state === 'waiting';
const isOut = (found: Guest) => !isIn(found);
const isInAndOn = (found: Guest) => isIn(found) && isOn(found);

export const registrationEmailRules = {
  'registration-confirm': { calendar: null, isWanted: isAskedToConfirm },
  'registration-known': { calendar: null, isWanted: isInAndOn },
  'registration-place': { calendar: 'request', isWanted: hasPlace },
  'registration-waiting': { calendar: null, isWanted: isWaiting },
  'registration-too-many': {
    calendar: null,
    isWanted: (found) => isWaiting(found) && found.guest.places > mostPlacesPerPerson(found.event),
  },
  'registration-promoted': { calendar: 'request', isWanted: hasPlace },
  'registration-changed': { calendar: 'request', isWanted: isInAndOn },
  'registration-given-back': { calendar: 'cancel', isWanted: isOut },
  'registration-removed': { calendar: 'cancel', isWanted: isOut },
  'registration-moved': { calendar: 'cancel', isWanted: isWaiting },
  'registration-event-cancelled': {
    calendar: 'cancel',
    isWanted: (found) => isIn(found) && found.event.cancelledAt !== null,
  },
  'registration-event-deleted': {
    calendar: 'cancel',
    isWanted: (found) => isIn(found) && found.event.deletedAt !== null,
  },
  'registration-event-again': { calendar: 'request', isWanted: isInAndOn },
  'registration-reminder': { calendar: null, isWanted: hasPlace },
  'registration-message': { calendar: null, isWanted: isIn },
} as const satisfies Record<string, Rule>;
export type RegistrationEmailKind = keyof typeof registrationEmailRules;
