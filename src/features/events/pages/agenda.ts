import { monthNames } from '#shared/dates.ts';
import { eventState, isEventPast } from '../event.ts';
import type { ListedEvent } from './event-filter.ts';

export type Month = { title: string; events: ListedEvent[] };

/** A list as an agenda, in its order: the next event, the coming months, past events. */
export type Agenda = { lead: ListedEvent | undefined; months: Month[]; past: ListedEvent[] };

export function groupIntoAgenda(events: ListedEvent[], now: string, { hasLead = true } = {}): Agenda {
  const lead = hasLead ? events.find((event) => eventState(event, now) === 'Upcoming') : undefined;
  const months: Month[] = [];
  for (const event of events) {
    if (event === lead || isEventPast(event, now)) continue;
    const title = monthOf(event);
    const last = months.at(-1);
    if (last?.title === title) last.events.push(event);
    else months.push({ title, events: [event] });
  }
  return { lead, months, past: events.filter((event) => isEventPast(event, now)) };
}

/** 'December 2026', by the event's own wall time. */
function monthOf({ eventDate }: ListedEvent): string {
  return `${monthNames[Number(eventDate.slice(5, 7)) - 1]} ${eventDate.slice(0, 4)}`;
}
