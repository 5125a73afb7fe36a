/**
 * The places of an event. Whoever decides about them has locked the event before, so that no two decide at once (H4). Locks are
 * taken in this order: the settings, the event, its registrations.
 */
import type { EventRow } from '#features/events/events.server.ts';
import { type Db, isPostgres } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { tellGuests } from './emails/registration-emails.server.ts';
import { isSignupClosed, registrationMessages } from './registration.ts';
import type { RegistrationRow } from './registration-links.server.ts';

/** Also of an event in the bin. */
export async function lockAnyEvent(trx: Db, id: number): Promise<EventRow> {
  return trx
    .selectFrom('events')
    .selectAll()
    .where('id', '=', id)
    .$if(isPostgres(trx), (rows) => rows.forUpdate())
    .executeTakeFirstOrThrow();
}

/**
 * Of a locked event.
 * @throws NotFound for one that is erased or gone
 */
export async function lockGuest(trx: Db, id: number): Promise<RegistrationRow> {
  const row = await trx
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', id)
    .$if(isPostgres(trx), (rows) => rows.forUpdate())
    .executeTakeFirst();
  if (!row || row.emailKey === null) throw new NotFound(registrationMessages.linkUnknown);
  return row;
}

export async function placesTaken(db: Db, eventId: number): Promise<number> {
  const row = await db
    .selectFrom('registrations')
    .select((select) => select.fn.sum<number | null>('places').as('places'))
    .where('eventId', '=', eventId)
    .where('state', '=', 'confirmed')
    .executeTakeFirst();
  return Number(row?.places ?? 0);
}

/** Infinity where there is no end of them; below zero when more were given by hand. */
export async function placesLeft(db: Db, { id, capacity }: Pick<EventRow, 'id' | 'capacity'>): Promise<number> {
  return capacity === null ? Number.POSITIVE_INFINITY : capacity - (await placesTaken(db, id));
}

/** Whether a place that is free goes to the waiting list by itself. */
export function isPromoting(event: EventRow, now: Date): boolean {
  const isThere = event.hasSignup && event.cancelledAt === null && event.deletedAt === null;
  return isThere && !isSignupClosed(event, now.toISOString());
}

/**
 * Gives the free places of a locked event to those on its waiting list who come first and fit, with one e-mail each (H3).
 * `exceptId` stays on it.
 */
export async function promote(trx: Db, event: EventRow, now: Date, exceptId?: number): Promise<void> {
  if (!isPromoting(event, now)) return;
  let left = await placesLeft(trx, event);
  if (left <= 0) return;
  const line = await trx
    .selectFrom('registrations')
    .select(['id', 'places'])
    .where('eventId', '=', event.id)
    .where('state', '=', 'waiting')
    .$if(exceptId !== undefined, (rows) => rows.where('id', '!=', exceptId as number))
    .orderBy('confirmedAt')
    .orderBy('id')
    .$if(isPostgres(trx), (rows) => rows.forUpdate())
    .execute();
  const ids: number[] = [];
  for (const { id, places } of line) {
    if (left <= 0) break;
    if (places > left) continue;
    left -= places;
    ids.push(id);
  }
  if (ids.length === 0) return;
  await trx.updateTable('registrations').set({ state: 'confirmed' }).where('id', 'in', ids).execute();
  await tellGuests(trx, { kind: 'registration-promoted', ids, event, now });
}
