/** Timed work on registrations: removes unconfirmed ones, reminds guests, and erases personal data after the event. */
import { isEventPast } from '#features/events/event.ts';
import { endOrStartSql } from '#features/events/event-lists.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { notifyGuests } from './emails/notify-guests.server.ts';
import { eraseGuests } from './erasing.server.ts';
import { lockEventEvenInBin } from './places.server.ts';
import { confirmableMs } from './registration-links.server.ts';

const dayMs = 86_400_000;
const atOnce = 500;

/** Removes sign-ups that were not confirmed in time. */
export async function purgeUnconfirmedRegistrations(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - confirmableMs).toISOString();
  await db.deleteFrom('registrations').where('state', '=', 'pending').where('askedAt', '<=', oldest).execute();
}

/** Reminds guests a day before the event, unless they were told its time within that day (H5). */
export async function remindGuests({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const soon = await db
    .selectFrom('events')
    .select(['id', 'startsAt'])
    .where('startsAt', '>', now.toISOString())
    .where('startsAt', '<=', new Date(now.getTime() + dayMs).toISOString())
    .where('deletedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .orderBy('startsAt')
    .execute();
  for (const event of soon) await remindOf(db, event, now);
}

async function remindOf(db: Db, { id: eventId, startsAt }: { id: number; startsAt: string }, now: Date): Promise<void> {
  const guests = (trx: Db, start: string) => {
    const before = new Date(Date.parse(start) - dayMs).toISOString();
    return trx
      .selectFrom('registrations')
      .select('id')
      .where('eventId', '=', eventId)
      .where('state', '=', 'confirmed')
      .where('toldAt', '<', before)
      .orderBy('id');
  };
  // Reads first, so that a worker with nothing to do never takes SQLite's write lock.
  if (!(await guests(db, startsAt).limit(1).executeTakeFirst())) return;
  await transact(db, async (trx) => {
    const event = await lockEventEvenInBin(trx, eventId);
    const isOn = event.cancelledAt === null && event.deletedAt === null && !isEventPast(event, now.toISOString());
    if (!isOn || Date.parse(event.startsAt) > now.getTime() + dayMs) return;
    const ids = (await guests(trx, event.startsAt).execute()).map(({ id }) => id);
    await notifyGuests(trx, { kind: 'registration-reminder', ids, event, now });
  });
}

/** Returns whether there was anyone (H7). */
export async function eraseGuestsOfOldEvents({
  db,
  config,
  clock,
}: Pick<AppContext, 'db' | 'config' | 'clock'>): Promise<boolean> {
  const { guestsKeptDays } = await getSettings(db, config);
  const overBefore = new Date(clock.now().getTime() - guestsKeptDays * dayMs).toISOString();
  const old = db
    .selectFrom('registrations')
    .innerJoin('events', 'events.id', 'registrations.eventId')
    .select('registrations.id')
    .where('emailKey', 'is not', null)
    .where(endOrStartSql, '<=', overBefore)
    .limit(atOnce);
  for (let isAny = false; ; isAny = true) {
    const ids = (await old.execute()).map(({ id }) => id);
    if (ids.length === 0) return isAny;
    await transact(db, (trx) => eraseGuests(trx, ids));
  }
}
