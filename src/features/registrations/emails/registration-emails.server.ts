/** What guests are written. Each email is enqueued in the transaction of what it tells. */
import { sql } from 'kysely';
import { calendarSequence } from '#features/events/calendar/calendar-event.ts';
import type { EventRow } from '#features/events/events.server.ts';
import type { Db } from '#platform/db/db.ts';
import { enqueueEmails } from '#platform/mail/queue/enqueue-email.ts';

/** Each with what it does to the entry in the guest's calendar. */
export const registrationEmailKinds = {
  'registration-confirm': null,
  'registration-known': null,
  'registration-place': 'request',
  'registration-waiting': null,
  'registration-too-many': null,
  'registration-promoted': 'request',
  'registration-changed': 'request',
  'registration-given-back': 'cancel',
  'registration-removed': 'cancel',
  'registration-moved': 'cancel',
  'registration-event-cancelled': 'cancel',
  'registration-event-deleted': 'cancel',
  'registration-event-again': 'request',
  'registration-reminder': null,
  'registration-message': null,
} as const;
export type RegistrationEmailKind = keyof typeof registrationEmailKinds;

type Told = {
  kind: RegistrationEmailKind;
  ids: number[];
  event: Pick<EventRow, 'version' | 'moves'>;
  content?: object;
  /** A guest who has an email of this name gets no other. */
  name?: string;
  now: Date;
};

const atOnce = 500;

/**
 * Writes to guests of a locked event. Each calendar change has a higher sequence, so that the latest counts
 * in whatever order the mails arrive. Returns the number of guests.
 */
export async function tellGuests(trx: Db, { kind, ids, event, content = {}, name, now }: Told): Promise<number> {
  const change = registrationEmailKinds[kind];
  let count = 0;
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce);
    // Who is erased has no address.
    const rows = (await noted(trx, { kind, ids: some, event, now })).filter(({ emailKey }) => emailKey !== null);
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
async function noted(trx: Db, { kind, ids, event, now }: Told): Promise<Row[]> {
  const change = registrationEmailKinds[kind];
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
