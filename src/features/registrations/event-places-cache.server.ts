/** The state of an event's sign-up for its visitors: read from the database at most once a second. */
import { LRUCache } from 'lru-cache';
import { eventKind } from '#features/events/event.kind.ts';
import { getItem } from '#features/items/items.server.ts';
import type { AppContext } from '#platform/context.ts';
import { countPlacesTaken } from './places.server.ts';
import type { EventPlaces } from './registration.schema.ts';
import { signupState } from './registration.ts';

const freshMs = 1000;
const mostEvents = 500;

export function createPlacesCache({ db, clock }: Pick<AppContext, 'db' | 'clock'>) {
  const cache = new LRUCache<number, { at: number; places: Promise<EventPlaces> }>({ max: mostEvents });

  /** @throws NotFound */
  return async function eventPlaces(id: number): Promise<EventPlaces> {
    const now = clock.now().getTime();
    const cached = cache.get(id);
    if (cached && Math.abs(now - cached.at) < freshMs) return cached.places;
    const places = read(id);
    cache.set(id, { at: now, places });
    places.catch(() => cache.delete(id));
    return places;
  };

  async function read(id: number): Promise<EventPlaces> {
    const event = await getItem(db, eventKind, id);
    const taken = event.hasSignup ? await countPlacesTaken(db, id) : 0;
    const state = signupState(event, taken, clock.now().toISOString());
    const { capacity } = event.hasSignup ? event : { capacity: null };
    return { state, capacity, placesLeft: capacity === null ? null : Math.max(0, capacity - taken) };
  }
}
