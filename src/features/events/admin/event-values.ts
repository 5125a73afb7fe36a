import type { SocietyEvent, SocietyEventInput } from '../event.schema.ts';
import { eventMessages } from '../event.ts';
import { parseEventDate } from '../event-date.ts';

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

/** Null also while the date is still being typed. */
export function dateProblem(date: string): string | null {
  return parseEventDate(`${date}T00:00`) === 'impossible' ? eventMessages.impossibleDate : null;
}

/** Null also while the time is still being typed. */
export function timeProblem(time: string): string | null {
  return parseEventDate(`2000/01/01T${time}`) === 'impossible' ? 'This time does not exist.' : null;
}

/** Digits become YYYY/MM/DD as they come; anything else and more than 8 digits is ignored. */
export function slashed(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter(Boolean).join('/');
}

/** Digits become HH:MM as they come. */
export function coloned(typed: string): string {
  const digits = typed
    .replace(/^(\d):/, '0$1:')
    .replace(/\D/g, '')
    .slice(0, 4);
  return [digits.slice(0, 2), digits.slice(2)].filter(Boolean).join(':');
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
