/** Erases the personal data of guests (H7). Numbers stay. */
import { sql } from 'kysely';
import { hasEventBegun } from '#features/events/event.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { markRegistrationCancelled } from './own-registration.server.ts';
import { lockEventEvenInBin, lockGuest, promoteWaitingGuests } from './places.server.ts';

/**
 * At the guest's request: also gives the place back, unless the event has begun.
 * @throws NotFound
 */
export async function eraseRegistration(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { id, eventId }: { id: number; eventId: number },
): Promise<void> {
  await transact(db, async (trx) => {
    const event = await lockEventEvenInBin(trx, eventId);
    const guest = await lockGuest(trx, id);
    const now = clock.now();
    const givesBack = guest.state === 'confirmed' && !hasEventBegun(event, now.toISOString());
    if (givesBack) await markRegistrationCancelled(trx, id, 'guest');
    await eraseGuests(trx, [id]);
    await promoteWaitingGuests(trx, event, now);
  });
}

/** Takes their emails along. */
export async function eraseGuests(trx: Db, ids: number[]): Promise<void> {
  await trx.deleteFrom('mails').where('registrationId', 'in', ids).execute();
  await trx
    .updateTable('registrations')
    .set({
      name: null,
      email: null,
      emailKey: null,
      answers: null,
      // A guest who cannot be told must not stay on the waiting list.
      cancelledBy: sql`case when state in ('waiting', 'pending') then 'guest' else cancelled_by end`,
      state: sql`case when state in ('waiting', 'pending') then 'cancelled' else state end`,
    })
    .where('id', 'in', ids)
    .execute();
}
