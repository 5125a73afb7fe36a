/** What organisers can do with an event's guests. Each change is audited, without names. */
import type { EventRow } from '#features/events/event-lists.server.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import { pluralise } from '#shared/text.ts';
import { notifyGuests } from '../emails/notify-guests.server.ts';
import type { RegistrationEmailKind } from '../emails/registration-email-rules.server.ts';
import { markRegistrationCancelled } from '../own-registration.server.ts';
import { countPlacesLeft, lockEvent, promotesFromWaitingList, promoteWaitingGuests } from '../places.server.ts';
import type { ChangedRegistration, MovedRegistration, Presence, Registration } from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';
import type { RegistrationRow } from '../registration-links.server.ts';
import { getGuest, presentGuest } from './guests.server.ts';

type Guest = { eventId: number; id: number; actor: Actor };

/**
 * Moves a guest between the list and the waiting list; a guest who left returns.
 * @throws NotFound, Conflict beyond the capacity unless it is forced
 */
export async function moveGuest(
  db: Db,
  { eventId, id, input, actor }: Guest & { input: MovedRegistration },
): Promise<ChangedRegistration> {
  return changeLockedGuest(db, { eventId, id }, async (trx, event, guest) => {
    if (guest.emailKey === null) throw new Conflict(registrationMessages.isErased);
    const { state } = input;
    if (state === guest.state) return { ...presentGuest(guest), promoted: [] };
    const left = await countPlacesLeft(trx, event);
    if (state === 'confirmed' && guest.places > left && !input.isForced) throw noPlacesLeftConflict(left);
    const isBackOfLine = state === 'waiting' || guest.confirmedAt === null;
    const confirmedAt = isBackOfLine ? actor.now.toISOString() : guest.confirmedAt;
    const changed = await updateGuest(trx, id, { state, confirmedAt, cancelledBy: null, presentAt: null });
    const promoted = await namesOf(trx, await promoteWaitingGuests(trx, event, actor.now, id));
    // No one waits while there are places for them: they would get the place straight back.
    const isFree = promotesFromWaitingList(event, actor.now) && changed.places <= (await countPlacesLeft(trx, event));
    if (changed.state === 'waiting' && isFree) throw new Conflict(registrationMessages.nobodyWaits);
    const kind = emailKindOfMove(guest.state, changed.state);
    await notifyGuests(trx, { kind, ids: [changed.id], event, now: actor.now });
    await auditGuestChange(trx, 'move', { eventId, actor });
    return { ...presentGuest(changed), promoted };
  });
}

/** Once more changes nothing. */
export async function removeGuest(db: Db, { eventId, id, actor }: Guest): Promise<ChangedRegistration> {
  return changeLockedGuest(db, { eventId, id }, async (trx, event, guest) => {
    if (guest.state === 'cancelled') return { ...presentGuest(guest), promoted: [] };
    await markRegistrationCancelled(trx, id, 'organiser');
    const content = { hadPlace: guest.state === 'confirmed' };
    if (guest.state !== 'pending')
      await notifyGuests(trx, { kind: 'registration-removed', ids: [id], event, content, now: actor.now });
    await auditGuestChange(trx, 'remove', { eventId, actor });
    const promoted = await namesOf(trx, await promoteWaitingGuests(trx, event, actor.now));
    return { ...presentGuest(await getGuest(trx, eventId, id)), promoted };
  });
}

/**
 * The latest tap counts, in whatever order they arrive; a future time counts as now. Repeated taps keep the first time of arrival.
 */
export async function setPresence(
  db: Db,
  { eventId, id, input, actor }: Guest & { input: Presence },
): Promise<Registration> {
  const now = actor.now.toISOString();
  return changeLockedGuest(db, { eventId, id }, async (trx, _event, guest) => {
    if (guest.state !== 'confirmed') throw new Conflict(registrationMessages.noPlace);
    const at = input.at && input.at < now ? input.at : now;
    if (guest.tappedAt !== null && at < guest.tappedAt) return presentGuest(guest);
    const presentAt = input.isPresent ? (guest.presentAt ?? at) : null;
    const updated = await updateGuest(trx, id, { presentAt, tappedAt: at });
    if (presentAt !== guest.presentAt)
      await auditGuestChange(trx, 'present', { eventId, actor, detail: { isPresent: input.isPresent } });
    return presentGuest(updated);
  });
}

async function changeLockedGuest<Changed>(
  db: Db,
  { eventId, id }: Pick<Guest, 'eventId' | 'id'>,
  work: (trx: Db, event: EventRow, guest: RegistrationRow) => Promise<Changed>,
): Promise<Changed> {
  return transact(db, async (trx) => {
    const event = await lockEvent(trx, eventId);
    return work(trx, event, await getGuest(trx, eventId, id));
  });
}

async function namesOf(trx: Db, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const guests = await trx.selectFrom('registrations').select('name').where('id', 'in', ids).orderBy('id').execute();
  return guests.flatMap(({ name }) => name ?? []);
}

export function updateGuest(trx: Db, id: number, values: Partial<RegistrationRow>): Promise<RegistrationRow> {
  return trx.updateTable('registrations').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** `isForced` overcomes it. */
export function noPlacesLeftConflict(left: number): Conflict {
  const message =
    left <= 0 ? 'All places are taken.' : `Only ${pluralise(left, 'place')} ${left === 1 ? 'is' : 'are'} free.`;
  return new Conflict(message, undefined, { isForced: message });
}

function emailKindOfMove(before: RegistrationRow['state'], state: RegistrationRow['state']): RegistrationEmailKind {
  if (state === 'confirmed') return before === 'waiting' ? 'registration-promoted' : 'registration-place';
  return before === 'confirmed' ? 'registration-moved' : 'registration-waiting';
}

export async function auditGuestChange(
  trx: Db,
  verb: 'add' | 'move' | 'remove' | 'present',
  { eventId, actor, detail = {} }: { eventId: number; actor: Actor; detail?: Record<string, boolean> },
) {
  const { administratorId, now } = actor;
  await audit(trx, { at: now, administratorId, action: `registration.${verb}`, entityId: eventId, detail });
}
