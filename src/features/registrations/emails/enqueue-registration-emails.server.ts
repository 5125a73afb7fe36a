/** The emails to guests. Each is queued in the transaction of the change it reports. */
import { sql } from 'kysely';
import { calendarSequence } from '#features/events/calendar/calendar-event.ts';
import type { EventRow } from '#features/events/event-lists.server.ts';
import type { Db } from '#platform/db/db.ts';
import { enqueueEmails } from '#platform/mail/queue/enqueue-email.ts';
import { mostPlacesPerPerson } from '../registration.ts';
import type { RegistrationRow } from '../registration-links.server.ts';

export type Guest = { guest: RegistrationRow; event: EventRow };

type Kind = {
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

export const registrationEmailKinds = {
  'registration-confirm': { calendar: null, isWanted: isAskedToConfirm },
  'registration-known': { calendar: null, isWanted: isInAndOn },
  'registration-place': { calendar: 'request', isWanted: hasPlace },
  'registration-waiting': { calendar: null, isWanted: isWaiting },
  'registration-too-many': {
    calendar: null,
    isWanted: (found) => isWaiting(found) && found.guest.places > mostPlacesPerPerson(found.event),
  },
  'registration-promoted': { calendar: 'request', isWanted: hasPlace },
  'registration-changed': { calendar: 'request', isWanted: hasPlace },
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
} as const satisfies Record<string, Kind>;
export type RegistrationEmailKind = keyof typeof registrationEmailKinds;

type Told = {
  kind: RegistrationEmailKind;
  ids: number[];
  event: Pick<EventRow, 'version' | 'moves'>;
  content?: object;
  /** A guest gets at most one email of this name. */
  name?: string;
  now: Date;
};

const atOnce = 500;

/**
 * Writes to guests of a locked event. Each calendar change has a higher sequence, so that the latest counts
 * in whatever order the mails arrive. Returns the number of guests.
 */
export async function enqueueGuestEmails(
  trx: Db,
  { kind, ids, event, content = {}, name, now }: Told,
): Promise<number> {
  const { calendar: change } = registrationEmailKinds[kind];
  let count = 0;
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce);
    // Erased guests have no address.
    const rows = (await recordToldState(trx, { kind, ids: some, event, now })).filter(
      ({ emailKey }) => emailKey !== null,
    );
    rows.sort((a, b) => a.id - b.id);
    const emails = rows.map(({ id, sequence }) => ({
      registrationId: id,
      content: { ...content, ...(change && { sequence }) },
      ...(name !== undefined && { dedupeKey: `${name}:${id}` }),
    }));
    count += await enqueueEmails(trx, kind, emails, now);
  }
  return count;
}

type Row = { id: number; sequence: number; emailKey: string | null };

/** Records what the guests are told, where needed. */
async function recordToldState(trx: Db, { kind, ids, event, now }: Told): Promise<Row[]> {
  const { calendar: change } = registrationEmailKinds[kind];
  if (!change && kind !== 'registration-reminder')
    return trx.selectFrom('registrations').select(['id', 'sequence', 'emailKey']).where('id', 'in', ids).execute();
  const feeds = sql.lit(calendarSequence(event));
  return trx
    .updateTable('registrations')
    .set({
      ...(change && { sequence: sql<number>`case when sequence + 1 > ${feeds} then sequence + 1 else ${feeds} end` }),
      ...(change !== 'cancel' && { toldAt: now.toISOString() }),
    })
    .where('id', 'in', ids)
    .returning(['id', 'sequence', 'emailKey'])
    .execute();
}
