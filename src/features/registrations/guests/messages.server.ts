/** A message of the organisers to the guests of an event. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import { sha256 } from '#platform/tokens.ts';
import { notifyGuests } from '../emails/notify-guests.server.ts';
import { lockEvent } from '../places.server.ts';
import type { GuestMessage } from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';

const states = { coming: ['confirmed'], waiting: ['waiting'], all: ['confirmed', 'waiting'] } as const;

/**
 * The same message twice on one day goes out once. Returns to how many it goes.
 * @throws NotFound, Conflict when everything about these guests is erased
 */
export async function messageGuests(
  db: Db,
  { eventId, input, actor }: { eventId: number; input: GuestMessage; actor: Actor },
): Promise<{ count: number }> {
  const { to, subject, text } = input;
  const { administratorId, now } = actor;
  return transact(db, async (trx) => {
    const event = await lockEvent(trx, eventId);
    const guests = await trx
      .selectFrom('registrations')
      .select(['id', 'emailKey'])
      .where('eventId', '=', eventId)
      .where('state', 'in', states[to])
      .orderBy('id')
      .execute();
    const areErased = guests.length > 0 && guests.every(({ emailKey }) => emailKey === null);
    if (areErased) throw new Conflict(registrationMessages.allErased);
    const day = now.toISOString().slice(0, 10);
    const name = `message:${day}:${sha256(`${subject}\n${text}`).slice(0, 32)}`;
    const ids = guests.map(({ id }) => id);
    const content = { subject, text };
    const count = await notifyGuests(trx, { kind: 'registration-message', ids, event, content, name, now });
    if (count > 0)
      await audit(trx, {
        at: now,
        administratorId,
        action: 'registration.message',
        entityId: eventId,
        detail: { count },
      });
    return { count };
  });
}
