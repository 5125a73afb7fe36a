/** Which emails a guest still wants when they go out. */
import { isPast } from '#features/events/event.ts';
import type { EventRow } from '#features/events/events.server.ts';
import { confirmableMs } from '../own-registration.server.ts';
import { mostOfOne } from '../registration.ts';
import type { RegistrationRow } from '../registration-links.server.ts';
import type { RegistrationEmailKind } from './registration-emails.server.ts';

export type Guest = { guest: RegistrationRow; event: EventRow };

const has = ({ guest, event }: Guest) => guest.state === 'confirmed' && isOn(event);

const waits = ({ guest, event }: Guest) => guest.state === 'waiting' && isOn(event);

const isIn = ({ guest: { state } }: Guest) => state === 'confirmed' || state === 'waiting';

function isOn({ cancelledAt, deletedAt }: EventRow): boolean {
  return cancelledAt === null && deletedAt === null;
}

/** What it says may no longer be so. */
export const isWantedBy: Record<RegistrationEmailKind, (found: Guest) => boolean> = {
  'registration-confirm': ({ guest, event }) => guest.state === 'pending' && isOn(event),
  'registration-known': (found) => isIn(found) && isOn(found.event),
  'registration-place': has,
  'registration-waiting': waits,
  'registration-too-many': (found) => waits(found) && found.guest.places > mostOfOne(found.event),
  'registration-promoted': has,
  'registration-changed': has,
  'registration-given-back': (found) => !isIn(found),
  'registration-removed': (found) => !isIn(found),
  'registration-moved': waits,
  'registration-event-cancelled': (found) => isIn(found) && found.event.cancelledAt !== null,
  'registration-event-deleted': (found) => isIn(found) && found.event.deletedAt !== null,
  'registration-event-again': (found) => isIn(found) && isOn(found.event),
  'registration-reminder': has,
  'registration-message': isIn,
};

type Late = Guest & { createdAt: string; now: Date };

/** True when its link no longer works, or its news is no longer needed. */
export function isOutdated(kind: RegistrationEmailKind, { event, createdAt, now }: Late): boolean {
  if (kind === 'registration-message') return false;
  if (kind === 'registration-reminder') return event.startsAt <= now.toISOString();
  const isLate = kind === 'registration-confirm' && now.getTime() - Date.parse(createdAt) >= confirmableMs;
  return isLate || isPast(event, now.toISOString());
}
