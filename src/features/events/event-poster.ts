/** What stands on the posters of an event. */
import type { SiteSettings } from '#features/settings/settings.ts';
import { cardLookOf } from '#features/settings/site-card.ts';
import { dayNames, eventTimeText, monthNames } from '#shared/dates.ts';
import { type FocalPoint, pickFocalPoint } from '#shared/item-picture.ts';
import { pluralise, splitParagraphs } from '#shared/text.ts';

import type { SocietyEvent } from './event.schema.ts';

/** In pixels: A4 at 150 dpi, and what phones show of a story and a post. */
export const posterFormats = {
  a4: { width: 1240, height: 1754 },
  story: { width: 1080, height: 1920 },
  post: { width: 1080, height: 1350 },
};
export type PosterFormat = keyof typeof posterFormats;

export function posterPath(id: number, format: PosterFormat): string {
  return `/posters/${id}/${format}.jpg`;
}

/** 'Mon', '7', 'Dec', or 'Mon–Wed', '7–9', 'Dec', or 'Fri–Wed', '29 Jan – 3 Feb', ''; as hours where they fit into a line. */
export type PosterDate = { weekday: string; day: string; month: string; time: string };

export type EventPoster = ReturnType<typeof eventPoster>;

type Shown = FocalPoint &
  Pick<SocietyEvent, 'id' | 'title' | 'eventDate' | 'endDate' | 'isAllDay' | 'location' | 'description' | 'imageUrl'> &
  Pick<SocietyEvent, 'cancelledAt' | 'hasSignup' | 'ticketUrl'>;

type Around = {
  settings: SiteSettings;
  siteUrl: string;
  signup: { state: string; placesLeft: number | null; capacity: number | null };
};

export function eventPoster(event: Shown, { settings, siteUrl, signup }: Around) {
  const url = `${siteUrl}/events/${event.id}`;
  return {
    title: event.title,
    date: posterDate(event),
    location: event.location,
    about: splitParagraphs(event.description)[0] ?? '',
    note: event.cancelledAt ? 'This event is cancelled.' : howToCome(event, signup),
    isCancelled: event.cancelledAt !== null,
    url,
    // As people read it.
    address: url.replace(/^https?:\/\/(www\.)?/, ''),
    society: settings.shortName,
    imageUrl: event.imageUrl,
    ...pickFocalPoint(event),
    look: cardLookOf(settings),
  };
}

function howToCome(
  { hasSignup, ticketUrl }: Pick<SocietyEvent, 'hasSignup' | 'ticketUrl'>,
  { state, placesLeft, capacity }: Around['signup'],
): string {
  if (!hasSignup) return ticketUrl ? 'Tickets on the page of the event' : 'No sign-up: just come';
  if (state === 'closed' || state === 'past') return 'Sign-up has closed';
  if (placesLeft === 0) return 'Sold out: join the waiting list';
  return capacity === null ? 'Sign up' : `Sign up · ${pluralise(capacity, 'place')}`;
}

export function posterDate(event: Pick<SocietyEvent, 'eventDate' | 'endDate' | 'isAllDay'>): PosterDate {
  const [first, last] = [event.eventDate, event.endDate ?? event.eventDate].map((wall) => {
    const day = wall.slice(0, 10);
    const month = monthNames[Number(day.slice(5, 7)) - 1]?.slice(0, 3) ?? '';
    const weekday = dayNames[new Date(`${day}T00:00:00Z`).getUTCDay()]?.slice(0, 3) ?? '';
    return { weekday, day: String(Number(day.slice(8))), month, is: day };
  }) as [Day, Day];
  if (first.is === last.is) {
    const time = event.isAllDay ? 'All day' : (eventTimeText(event).split(' at ')[1] ?? '');
    return { weekday: first.weekday, day: first.day, month: first.month, time };
  }
  const weekday = `${first.weekday}–${last.weekday}`;
  const time = eventTimeText(event);
  if (first.month === last.month) return { weekday, day: `${first.day}–${last.day}`, month: first.month, time };
  return { weekday, day: `${first.day}\u00a0${first.month} – ${last.day}\u00a0${last.month}`, month: '', time };
}

type Day = { weekday: string; day: string; month: string; is: string };

/** To copy: 'Mon Dec 7, 6:30 PM · Lecture Theatre B · https://…'. */
export function shareText(
  event: Pick<SocietyEvent, 'title' | 'eventDate' | 'endDate' | 'isAllDay' | 'location'>,
  url: string,
): string {
  const { weekday, day, month, time } = posterDate(event);
  const when = /\d{4}/.test(time) ? time : [`${weekday} ${month} ${day}`, time.split(' – ')[0]].join(', ');
  return [event.title, when, event.location, url].join(' · ');
}
