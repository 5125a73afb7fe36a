/** How an email to a guest is composed. */
import { expect, test } from 'vitest';
import { composeRegistrationEmail, type RegistrationEmailContent } from './compose-registration-email.ts';
import { registrationTexts } from './registration-texts.ts';

const link = 'https://society.example/signup?token=abc.def';
const eventLink = 'https://society.example/events/7';

const content: RegistrationEmailContent = {
  event: {
    title: 'Evening lecture',
    eventDate: '2026-12-01T18:00:00',
    endDate: null,
    isAllDay: false,
    location: 'Lecture hall 2',
    address: 'High Street 1',
    onlineUrl: null,
    cancellationNote: null,
  },
  places: 1,
  most: 2,
  ahead: null,
  isPromoting: true,
  isFull: false,
  message: { subject: '', text: '' },
  link,
  eventLink,
  doNotWrite: { label: 'Do not write to this address again', link: 'https://society.example/do-not-write?token=x' },
  keptDays: 30,
  site: { siteUrl: 'https://society.example', societyName: 'Society', contactLine: '' },
};

function compose(kind: 'registration-place' | 'registration-confirm', change: Partial<RegistrationEmailContent> = {}) {
  const whole = { ...content, ...change };
  return composeRegistrationEmail(registrationTexts[kind](whole), whole);
}

const shownText = (html: string) => html.replace(/<style>[^<]*<\/style>|<[^>]*>/g, ' ');

test('a guest gets the event as a card, the code, the calendar, and below all a quiet way to give the place back', () => {
  const { html } = compose('registration-place');
  const parts = [
    /class="muted plate"[^>]*>Dec<br><span[^>]*>1</,
    new RegExp(`<a class="title" href="${eventLink}"[^>]*>Evening lecture<`),
    /Lecture hall 2, High Street 1/,
    /<img src="cid:guest" width="180" height="180" alt="[^"]+">/,
    new RegExp(`bgcolor[^>]*>\\s*<a href="${eventLink}\\.ics"[^>]*>Add to calendar<`),
    /<p [^>]*><a class="link" href="https:\/\/society\.example\/signup\?token=abc\.def"[^>]*>Change or give back my place</,
  ].map((part) => html.search(part));
  expect(parts).not.toContain(-1);
  expect(parts).toEqual(parts.toSorted((one, other) => one - other));
  // One button, and no address to read.
  expect(html.match(/bgcolor/g)).toHaveLength(1);
  expect(shownText(html)).not.toMatch(/https?:/);
});

test('only the address that has to survive with its token stands below its button', () => {
  const { html } = compose('registration-confirm');
  expect(html.match(/bgcolor/g)).toHaveLength(1);
  expect(shownText(html).match(/https?:\S+/g)).toEqual([link]);
});

test('a long title of an event is cut in the subject, and whole in the text', () => {
  const title = 'An evening about bats, rivers, farms and cities, and what their health has to do with ours';
  const { subject, html } = compose('registration-place', { event: { ...content.event, title } });
  expect(subject).toBe('You have a place: An evening about bats, rivers, farms and cities, and what their…');
  expect(html).toMatch(new RegExp(`<h1 [^>]*font:700 24px[^>]*>You have a place: ${title}<`));
});
