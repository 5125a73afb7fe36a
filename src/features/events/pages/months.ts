import { monthNames } from '#shared/dates.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { isPast } from '../event.ts';

export type Month = { title: string; events: SocietyEvent[] };

/** Groups a list by month, in its order. Past events of a month with upcoming ones are a group of their own. */
export function byMonth(events: SocietyEvent[], now: string): Month[] {
  const months = new Map<string, Month>();
  for (const event of events) {
    const name = monthOf(event);
    const past = isPast(event, now);
    const key = `${past ? 'past' : 'upcoming'} ${name}`;
    const month = months.get(key) ?? {
      title: past && months.has(`upcoming ${name}`) ? `Earlier in ${name}` : name,
      events: [],
    };
    months.set(key, month);
    month.events.push(event);
  }
  return [...months.values()];
}

/** 'December 2026', by the event's own wall time. */
function monthOf({ eventDate }: SocietyEvent): string {
  return `${monthNames[Number(eventDate.slice(5, 7)) - 1]} ${eventDate.slice(0, 4)}`;
}
