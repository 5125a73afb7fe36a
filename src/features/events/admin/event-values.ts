import { mapTexts } from '#features/items/optional-texts.ts';
import { noFocalPoint, pickFocalPoint } from '#shared/item-picture.ts';
import { requiredFieldErrors } from '#shared/text.ts';
import { readTypedDate } from '#shared/typed-date.ts';
import { isHttpsOrEmpty, withHttpsScheme } from '#shared/web-address.ts';
import { momentOfWallTime, noMoment } from '../dates/typed-moment.ts';
import { endErrors, timesProblem, wallTimesOfTyped } from '../dates/typed-start-and-end.ts';
import { readTypedTime } from '../dates/typed-time.ts';
import { eventTexts } from '../event.kind.ts';
import type { SocietyEvent, SocietyEventInput } from '../event.schema.ts';
import { eventMessages } from '../event.ts';
import {
  noSignup,
  signupInput,
  signupProblem,
  signupValues,
  withoutSignupDays,
} from '../signup/signup-settings-values.ts';

/** The form's values; dates and times as typed. */
const emptyEvent = {
  title: '',
  date: '',
  time: '',
  isAllDay: false,
  endDate: '',
  endTime: '',
  location: '',
  ...mapTexts(eventTexts, () => ''),
  description: '',
  imageUrl: null as string | null,
  signup: noSignup,
  ...noFocalPoint,
};
export type EventValues = typeof emptyEvent;

/** `timeZone` is the site's. */
export function eventValues(event: SocietyEvent | null, timeZone: string): EventValues {
  if (!event) return emptyEvent;
  const { title, location, description, imageUrl, isAllDay } = event;
  const { date, time } = momentOfWallTime(event.eventDate);
  const end = event.endDate ? momentOfWallTime(event.endDate) : noMoment;
  // An end on the same day shows only its time, so that it moves with the date.
  const endDate = end.date === date ? '' : end.date;
  const more = mapTexts(eventTexts, (_, name) => event[name] ?? '');
  const times = { date, time: isAllDay ? '' : time, isAllDay, endDate, endTime: isAllDay ? '' : end.time };
  const signup = signupValues(event, timeZone);
  return { title, ...times, location, ...more, description, imageUrl, signup, ...pickFocalPoint(event) };
}

/** For another event like this one: all but its days. */
export function duplicateValues(event: SocietyEvent, timeZone: string): EventValues {
  const values = eventValues(event, timeZone);
  return { ...values, date: '', endDate: '', signup: withoutSignupDays(values.signup) };
}

/** The alert that stops the form, or null (spec 5). An incomplete date or time counts as missing (C2). */
export function eventProblem(values: EventValues, timeZone: string): string | null {
  if (!values.title.trim() || !values.location.trim()) return eventMessages.required;
  const { signup } = values;
  return timesProblem(values) ?? Object.values(linkErrors(values))[0] ?? signupProblem(signup, values, timeZone);
}

/** What to say at each field that stops the form. */
export function eventErrors(values: EventValues): Partial<Record<Exclude<keyof EventValues, 'signup'>, string>> {
  const { date, time, isAllDay } = values;
  const needsTime = !isAllDay && readTypedTime(time) === 'incomplete';
  return {
    ...requiredFieldErrors(values, eventMessages.missing),
    ...(readTypedDate(date) === 'incomplete' ? { date: eventMessages.dateMissing } : {}),
    ...(needsTime ? { time: eventMessages.timeMissing } : {}),
    ...endErrors(values),
    ...linkErrors(values),
  };
}

export function eventInput(values: EventValues, timeZone: string): SocietyEventInput {
  const { title, location, description, imageUrl, signup } = values;
  return {
    title: title.trim(),
    ...wallTimesOfTyped(values),
    location: location.trim(),
    ...mapTexts(
      eventTexts,
      ({ isLink }, name) => (isLink ? withHttpsScheme(values[name]) : values[name].trim()) || null,
    ),
    description,
    imageUrl,
    ...signupInput(signup, timeZone),
    ...pickFocalPoint(values),
  };
}

function linkErrors(values: EventValues): Partial<Record<keyof typeof eventTexts, string>> {
  const isWrong = ({ isLink }: { isLink?: true }, name: keyof typeof eventTexts) =>
    isLink && !isHttpsOrEmpty(withHttpsScheme(values[name]));
  const wrong = Object.entries(mapTexts(eventTexts, isWrong)).filter(([, is]) => is);
  return Object.fromEntries(wrong.map(([name]) => [name, eventMessages.linkNotSecure]));
}
