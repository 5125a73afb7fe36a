/** The list of one event on this device, so that it can be read without a network until check-in ends. */
import type { GuestsEvent } from '../admin/guests-event.ts';
import type { Registration } from '../registration.schema.ts';

export type KeptGuest = Pick<Registration, 'id' | 'name' | 'email' | 'places' | 'presentAt'>;
export type KeptList = { at: string; event: GuestsEvent; guests: KeptGuest[] };

type Place = { owner: string; eventId: number };

const prefix = 'check-in-list:';
/** For a check-in that nobody has ended. */
const longestMs = 86_400_000;

export function keepList(owner: string, { event, guests }: Omit<KeptList, 'at'>): void {
  const at = new Date().toISOString();
  const kept = guests.map(({ id, name, email, places, presentAt }) => ({ id, name, email, places, presentAt }));
  try {
    localStorage.setItem(keyOf({ owner, eventId: event.id }), JSON.stringify({ at, event, guests: kept }));
  } catch {
    // The list is on the page; without room it is not read again after a reload.
  }
}

export function keptList(place: Place): KeptList | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null') as KeptList | null;
  } catch {
    return null;
  }
}

export function forgetList(place: Place): void {
  localStorage.removeItem(keyOf(place));
}

/** When somebody signs out. */
export function forgetAllLists(): void {
  for (const key of listKeys()) localStorage.removeItem(key);
}

/** Those that are a day old, and those of whoever was signed in before. */
export function forgetOldLists(owner: string): void {
  for (const key of listKeys()) {
    const [of, eventId] = key.slice(prefix.length).split(':');
    const list = keptList({ owner: of ?? '', eventId: Number(eventId) });
    if (of !== owner || !list || Date.now() - Date.parse(list.at) > longestMs) localStorage.removeItem(key);
  }
}

function keyOf({ owner, eventId }: Place): string {
  return `${prefix}${owner}:${eventId}`;
}

function listKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
