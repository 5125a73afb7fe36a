import type { SocietyEvent } from '../event.schema.ts';
import { eventState } from '../event.ts';

/** How many have signed up for an event. The screens get it from whoever knows. */
export type EventGuests = {
  event: SocietyEvent;
  coming: { people: number; places: number };
  waiting: { people: number };
};

/** Of the event, and with 'later' of each later one of its series after it. */
export type CountGuests = (event: SocietyEvent, scope?: 'this' | 'later') => Promise<EventGuests[]>;

/** `action` is the button that says yes, `other` a third one between the two. */
export type ThreeWayQuestion = { message: string; detail: string; action: string; other?: string };

/** How many people of these events are on a list. */
export function sumOf(guests: readonly EventGuests[], list: 'coming' | 'waiting'): number {
  return guests.reduce((sum, one) => sum + one[list].people, 0);
}

/** On both lists. */
export function peopleOf(guests: readonly EventGuests[]): number {
  return sumOf(guests, 'coming') + sumOf(guests, 'waiting');
}

/** 'the 12 people' */
export function thePeople(count: number): string {
  return count === 1 ? 'the 1 person' : `the ${count} people`;
}

/** Nobody is told of an event that is over or was called off before. */
export function isStillToCome(event: SocietyEvent): boolean {
  return eventState(event, new Date().toISOString()) === 'Upcoming';
}
