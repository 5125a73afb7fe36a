/** Guests whom organisers add. */
import type { Actor } from '#platform/actor.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, Invalid } from '#platform/errors.ts';
import { normaliseEmail } from '#platform/mail/mailable-address.ts';
import { notifyGuests } from '../emails/notify-guests.server.ts';
import { countPlacesLeft, lockEvent } from '../places.server.ts';
import type { AddedRegistration, Registration } from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';
import { answersToStore, findGuestByEmail, type SignupHooks } from '../signing-up.server.ts';
import { auditGuestChange, noPlacesLeftConflict, updateGuest } from './changing-guests.server.ts';
import { presentGuest } from './guests.server.ts';

/** Gives a place at once, even when sign-up is closed; or puts them on the waiting list, where that is wanted and no place is left. */
export async function addGuest(
  db: Db,
  { eventId, input, actor }: { eventId: number; input: AddedRegistration; actor: Actor },
  { isSuppressed }: Pick<SignupHooks, 'isSuppressed'>,
): Promise<Registration> {
  return transact(db, async (trx) => {
    const event = await lockEvent(trx, eventId);
    if (event.cancelledAt !== null) throw new Conflict(registrationMessages.cancelled);
    const emailKey = normaliseEmail(input.email);
    const known = await findGuestByEmail(trx, eventId, emailKey);
    if (known && (known.state === 'confirmed' || known.state === 'waiting'))
      throw new Conflict(registrationMessages.known);
    if (!input.isForced && (await isSuppressed(trx, emailKey, actor.now)))
      throw new Invalid(registrationMessages.suppressed, { email: registrationMessages.suppressed });
    const { name, email, places = 1 } = input;
    const left = await countPlacesLeft(trx, event);
    const isWaiting = input.isWaiting === true && places > left;
    if (places > left && !isWaiting && !input.isForced) throw noPlacesLeftConflict(left);
    const at = actor.now.toISOString();
    const values = {
      name,
      email,
      emailKey,
      places,
      answers: answersToStore(event, input),
      confirmedAt: at,
      state: isWaiting ? ('waiting' as const) : ('confirmed' as const),
      cancelledBy: null,
    };
    const added = known
      ? await updateGuest(trx, known.id, { ...values, createdAt: at })
      : await trx
          .insertInto('registrations')
          .values({ ...values, eventId, askedAt: at, createdAt: at })
          .returningAll()
          .executeTakeFirstOrThrow();
    const kind = isWaiting ? 'registration-waiting' : 'registration-place';
    await notifyGuests(trx, { kind, ids: [added.id], event, now: actor.now });
    await auditGuestChange(trx, 'add', { eventId, actor });
    return presentGuest(added);
  });
}
