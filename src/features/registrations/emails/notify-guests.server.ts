/** Queues the emails to guests, each in the transaction of the change it reports. */
import { sql } from 'kysely';
import { calendarSequence } from '#features/events/calendar/calendar-event.ts';
import type { EventRow } from '#features/events/event-lists.server.ts';
import type { Db } from '#platform/db/db.ts';
import { enqueueEmails } from '#platform/mail/queue/enqueue-email.ts';
import { type RegistrationEmailKind, registrationEmailRules } from './registration-email-rules.server.ts';

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
export async function notifyGuests(trx: Db, { kind, ids, event, content = {}, name, now }: Told): Promise<number> {
  const { calendar: change } = registrationEmailRules[kind];
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
  const { calendar: change } = registrationEmailRules[kind];
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
