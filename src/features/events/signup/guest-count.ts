import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { pluralise } from '#shared/text.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { eventState } from '../event.ts';

/** How many have signed up for an event. `app` passes it in. */
export type EventGuests = { coming: { people: number; places: number }; waiting: { people: number } };

export type CountGuests = (event: SocietyEvent) => Promise<EventGuests>;

/** On both lists. */
export function countComingAndWaiting({ coming, waiting }: EventGuests): number {
  return coming.people + waiting.people;
}

/** 'the 12 people' */
export function thePeopleText(count: number): string {
  return count === 1 ? 'the 1 person' : `the ${count} people`;
}

/** What a change meant for guests, behind the sentence that it is done. `told`: how many, as the site answered. */
export function guestsToldSentence(told = 0, toNoOne = ''): string {
  if (told === 0) return toNoOne;
  if (isMailServerMissing()) return 'Email is not set up, so no one was told.';
  return `${pluralise(told, 'guest')} ${told === 1 ? 'is' : 'are'} being told.`;
}

/** Behind the sentence that sign-up is closed; empty where no one waits. */
export function placesByHandSentence(waiting: number): string {
  if (waiting === 0) return '';
  return `${waiting === 1 ? '1 person waits' : `${waiting} people wait`}: you give free places by hand.`;
}

/** False for events that are over or already cancelled: no one is notified about those. */
export function isUpcoming(event: SocietyEvent): boolean {
  return eventState(event, new Date().toISOString()) === 'Upcoming';
}
