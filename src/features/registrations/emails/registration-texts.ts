/** What each email to a guest says. */
import { eventTimeText } from '#shared/dates.ts';
import { bidiIsolated, pluralise, splitParagraphs } from '#shared/text.ts';
import { givenBackSentence, waitingListSentence } from '../own-places.ts';
import type { RegistrationEmailContent, RegistrationText } from './compose-registration-email.ts';

const ifYouCannotCome = (places: number) =>
  `If you cannot come, please give your ${placeWord(places)} back: someone else will be glad of ${places === 1 ? 'it' : 'them'}.`;

const change = (link: string, places: number) => ({ label: `Change or give back my ${placeWord(places)}`, link });

export const registrationTexts = {
  'registration-confirm': ({ event, places, isFull, link }) => ({
    subject: `Please confirm your place${isFull ? ' on the waiting list' : ''}: ${event.title}`,
    paragraphs: [
      isFull
        ? `Not enough places are free at ${quoted(event.title)}: once you confirm, you are on the waiting list.`
        : `You do not have a place yet. Once you confirm, you have ${placesText(places)} at ${quoted(event.title)}.`,
    ],
    isFirst: true,
    hasDetails: true,
    action: { label: isFull ? 'Put me on the waiting list' : 'Confirm my place', link },
    afterwards: [
      'The page behind the link shows all your sign-ups that wait to be confirmed, and you can correct what you entered. It works for 24 hours.',
      'Someone, probably you, entered this address in our sign-up form. If it was not you, do nothing: you get no place, and we erase your address.',
    ],
  }),
  'registration-known': ({ event, ahead, places, most, isPromoting, link }) => ({
    subject: `You have already signed up: ${event.title}`,
    paragraphs: [
      ahead === null
        ? `You already have ${placesText(places)}: there is nothing you need to do.`
        : waitingListSentence({ ahead, places, most, isPromoting }),
      `Someone, probably you, has just entered this address in the sign-up for ${quoted(event.title)}.`,
    ],
    hasDetails: true,
    action: change(link, places),
  }),
  'registration-place': ({ event, places, ...links }) => ({
    subject: `You have a place: ${event.title}`,
    paragraphs: [`You have ${placesText(places)} at ${quoted(event.title)}. A calendar entry is attached.`],
    ...withPlace({ ...links, places }),
  }),
  'registration-waiting': (content) => ({
    subject: `You are on the waiting list: ${content.event.title}`,
    ...newsOfWaiting(`There is no place for you at ${quoted(content.event.title)} yet.`, content),
  }),
  'registration-too-many': (content) => ({
    subject: `Please take fewer places: ${content.event.title}`,
    ...newsOfWaiting(`The number of places at ${quoted(content.event.title)} has changed.`, content),
    action: { label: 'Take fewer or leave the list', link: content.link },
  }),
  'registration-promoted': ({ event, places, ...links }) => ({
    subject: `You have a place now: ${event.title}`,
    paragraphs: [
      `You were on the waiting list for ${quoted(event.title)}. Now you have ${placesText(places)}.`,
      places === 1
        ? 'If you can no longer come, please give it back soon: someone else will be glad of it.'
        : 'If you can no longer come, please give them back soon: someone else will be glad of them.',
    ],
    ...withPlace({ ...links, places }),
    afterwards: [],
    quiet: { label: `Give my ${placeWord(places)} back`, link: links.link },
  }),
  'registration-changed': (content) => ({
    subject: `New time or place: ${content.event.title}`,
    ...eventNews(changeSentence(content), content),
  }),
  'registration-given-back': ({ event, places, eventLink }) => ({
    subject: `${givenBackSentence(places).replace('.', '')}: ${event.title}`,
    paragraphs: [
      `Your ${places === 1 ? 'place' : pluralise(places, 'place')} at ${quoted(event.title)} ${places === 1 ? 'is' : 'are'} free again. Thank you for telling us.`,
    ],
    action: { label: 'See the event', link: eventLink },
  }),
  'registration-removed': ({ event, eventLink }) => ({
    subject: `You are no longer on the list: ${event.title}`,
    paragraphs: [`The organisers have removed you from the list of ${quoted(event.title)}.`],
    action: { label: 'See the event', link: eventLink },
  }),
  'registration-moved': (content) => ({
    subject: `You are on the waiting list: ${content.event.title}`,
    ...newsOfWaiting(`The organisers have put you on the waiting list of ${quoted(content.event.title)}.`, content),
  }),
  'registration-event-cancelled': ({ event, eventLink }) => ({
    subject: `Cancelled: ${event.title}`,
    paragraphs: [
      `${quoted(event.title)} on ${eventTimeText(event)} has been cancelled.`,
      ...splitParagraphs(event.cancellationNote ?? ''),
    ],
    action: { label: 'See the event', link: eventLink },
  }),
  'registration-event-deleted': ({ event }) => ({
    subject: `Cancelled: ${event.title}`,
    paragraphs: [`${quoted(event.title)} on ${eventTimeText(event)} has been cancelled.`],
  }),
  'registration-event-again': (content) => ({
    subject: `Back on: ${content.event.title}`,
    ...eventNews(`${quoted(content.event.title)} is back on.`, content),
  }),
  'registration-reminder': ({ event, places, ...links }) => ({
    subject: `Reminder: ${event.title}`,
    paragraphs: [`${quoted(event.title)} begins soon, and you have ${placesText(places)}.`],
    ...withPlace({ ...links, places }),
  }),
  'registration-message': ({ event, message, link }) => ({
    subject: message.subject,
    paragraphs: [...splitParagraphs(message.text), `This is about ${quoted(event.title)}.`],
    hasDetails: true,
    action: { label: 'See my sign-up', link },
  }),
} satisfies Record<string, (content: RegistrationEmailContent) => RegistrationText>;

/** 'Now Dec 1, 2026 at 7:00 PM, was Dec 1, 2026 at 6:30 PM.' */
function changeSentence({ event, was }: RegistrationEmailContent): string {
  const pairs = [
    [eventTimeText(event) + (was?.zone ? ` (${was.zone})` : ''), was?.time],
    [event.location, was?.location],
  ];
  const changes = pairs.filter(([now, before]) => before !== undefined && now !== before);
  const named = changes.map(([now = '', before = '']) => `Now ${bidiIsolated(now)}, was ${bidiIsolated(before)}.`);
  return [`The time or the place of ${quoted(event.title)} has changed.`, ...named].join(' ');
}

/** For those who keep their place and those who still wait. */
function eventNews(news: string, content: RegistrationEmailContent) {
  if (content.ahead !== null) return newsOfWaiting(news, content);
  return { paragraphs: [news, `You keep your ${placeWord(content.places)}.`], ...withPlace(content) };
}

function newsOfWaiting(news: string, { ahead, link, ...content }: RegistrationEmailContent) {
  const action = { label: 'Change or leave the list', link };
  return { paragraphs: [news, waitingListSentence({ ...content, ahead: ahead ?? 0 })], hasDetails: true, action };
}

function withPlace({ link, eventLink, places }: Pick<RegistrationEmailContent, 'link' | 'eventLink' | 'places'>) {
  const action = { label: 'Add to calendar', link: `${eventLink}.ics` };
  return {
    hasDetails: true,
    hasCode: true,
    action,
    afterwards: [ifYouCannotCome(places)],
    quiet: change(link, places),
  };
}

function quoted(title: string): string {
  return bidiIsolated(`“${title}”`);
}

function placeWord(places: number): string {
  return places === 1 ? 'place' : 'places';
}

function placesText(places: number): string {
  return places === 1 ? 'a place' : pluralise(places, 'place');
}
