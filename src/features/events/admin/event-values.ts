import { type FocalPoint, focalPointOf, noFocalPoint } from '#shared/picture.ts';
import type { SocietyEvent, SocietyEventInput } from '../event.schema.ts';
import { eventMessages } from '../event.ts';
import { problemOf, wallTimeOf } from './event-date-time.ts';
import { readDate } from './typed-date.ts';
import { readTime } from './typed-time.ts';

/** What the form holds; `date` and `time` as they are typed. */
export type EventValues = FocalPoint & {
  title: string;
  date: string;
  time: string;
  location: string;
  description: string;
  imageUrl: string | null;
};

const emptyEvent: EventValues = {
  title: '',
  date: '',
  time: '',
  location: '',
  description: '',
  imageUrl: null,
  ...noFocalPoint,
};

export function eventValues(event: SocietyEvent | null): EventValues {
  if (!event) return emptyEvent;
  const { title, eventDate, location, description, imageUrl } = event;
  const date = eventDate.slice(0, 10).replaceAll('-', '/');
  const time = eventDate.slice(11, 16);
  return { title, date, time, location, description, imageUrl, ...focalPointOf(event) };
}

/** The alert that stops the form, or null (spec 5). An incomplete date or time counts as missing (C2). */
export function eventProblem(values: EventValues, today: string): string | null {
  const [date, time] = [readDate(values.date, today), readTime(values.time)];
  const isMissing = date === 'incomplete' || time === 'incomplete';
  if (!values.title.trim() || !values.location.trim() || isMissing) return eventMessages.required;
  return problemOf(date) ?? problemOf(time);
}

/** What to say at each field that stops the form. */
export function eventErrors(values: EventValues, today: string): Partial<Record<keyof EventValues, string>> {
  const { title, date, time, location } = values;
  return {
    ...(title.trim() ? {} : { title: 'Please enter a title' }),
    ...(readDate(date, today) === 'incomplete' ? { date: 'Please enter a date such as 2026/12/31' } : {}),
    ...(readTime(time) === 'incomplete' ? { time: 'Please enter a time such as 18:30' } : {}),
    ...(location.trim() ? {} : { location: 'Please enter a location' }),
  };
}

export function eventInput(values: EventValues, today: string): SocietyEventInput {
  const { title, location, description, imageUrl } = values;
  return {
    title: title.trim(),
    eventDate: wallTimeOf(values, today),
    location: location.trim(),
    description,
    imageUrl,
    ...focalPointOf(values),
  };
}
