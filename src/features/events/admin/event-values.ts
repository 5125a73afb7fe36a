import type { SocietyEvent, SocietyEventInput } from '../event.schema.ts';
import { eventMessages } from '../event.ts';
import { dateProblem, parseEventDate, timeProblem } from '../event-date.ts';

/** What the form holds; `date` as YYYY/MM/DD and `time` as HH:MM, as far as they are typed. */
export type EventValues = {
  title: string;
  date: string;
  time: string;
  location: string;
  description: string;
  imageUrl: string | null;
};

const emptyEvent: EventValues = { title: '', date: '', time: '', location: '', description: '', imageUrl: null };

export function eventValues(event: SocietyEvent | null): EventValues {
  if (!event) return emptyEvent;
  const { title, eventDate, location, description, imageUrl } = event;
  const date = eventDate.slice(0, 10).replaceAll('-', '/');
  return { title, date, time: eventDate.slice(11, 16), location, description, imageUrl };
}

/** The alert that stops the form, or null (spec 5). What is typed only in part counts as missing (C2). */
export function eventProblem(values: EventValues): string | null {
  const parsed = parseEventDate(`${values.date}T${values.time}`);
  if (!values.title.trim() || !values.location.trim() || parsed === 'incomplete') return eventMessages.required;
  return dateProblem(values.date) ?? timeProblem(values.time);
}

/** What to say at each field that stops the form. */
export function eventErrors(values: EventValues): Partial<Record<keyof EventValues, string>> {
  const { title, date, time, location } = values;
  return {
    ...(title.trim() ? {} : { title: 'Please enter a title' }),
    ...(parseEventDate(`${date}T00:00`) === 'incomplete' ? { date: 'Please enter a date such as 2026/12/31' } : {}),
    ...(parseEventDate(`2000-01-01T${time}`) === 'incomplete' ? { time: 'Please enter a time such as 18:30' } : {}),
    ...(location.trim() ? {} : { location: 'Please enter a location' }),
  };
}

export function eventInput(values: EventValues): SocietyEventInput {
  const { title, date, time, location, description, imageUrl } = values;
  return {
    title: title.trim(),
    eventDate: `${date.replaceAll('/', '-')}T${time}:00`,
    location: location.trim(),
    description,
    imageUrl,
  };
}
