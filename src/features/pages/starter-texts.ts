import type { SiteSettings } from '#features/settings/settings.ts';
import { pluralise } from '#shared/text.ts';

type Known = Pick<SiteSettings, 'societyName' | 'contactLine' | 'guestsKeptDays'>;
type Starter = { title: string; address: string; content: string };

/** The drafts that come with a site. What is in square brackets only the society knows. */
export function writeStarterPages(settings: Known): Starter[] {
  return [
    { title: 'Privacy', address: 'privacy', content: privacy(settings) },
    { title: 'Imprint', address: 'imprint', content: imprint(settings) },
    { title: 'Constitution', address: 'constitution', content: constitution(settings) },
  ];
}

/** Describes what the site does automatically: change both together. */
function privacy(settings: Known): string {
  const society = escaped(settings.societyName);
  return [
    paragraph(
      `This page says what the website of ${society} keeps about you, why, for how long, and how to have it erased.`,
    ),
    heading('If you read this website'),
    paragraph(
      'You can read everything here without telling us who you are. We do not track you from page to page, show no advertisements and load nothing from other companies.',
      'One cookie, called “theme”, remembers for a year whether you have chosen light or dark colours. It is set only when you choose.',
      'Our logs say which page was requested and when. They hold no email addresses. To stop abuse, our server counts how often a form is used from one network address, and the count ends within hours.',
    ),
    heading('If you get our newsletter'),
    paragraph(
      'We keep your email address, when you gave and confirmed it, and which newsletters went to it. Our emails do not tell us whether you open them or what you click.',
      'An address that is never confirmed is erased after 7 days. Each newsletter has a link that unsubscribes you at once. We then keep the address only to remember that you do not want our emails, until you ask us to erase it.',
    ),
    heading('If you sign up for an event'),
    paragraph(
      `We keep your name, your email address, your answers to our questions and whether you came, for this event only. We erase all of this ${pluralise(settings.guestsKeptDays, 'day')} after the event.`,
      'A sign-up that is not confirmed within 24 hours is erased. You can give your place back with the link in our email.',
    ),
    heading('If you are or were on our committee'),
    paragraph(
      'This website shows your name, position and picture. Past committees stay on it. Three years after the end of a year pictures and links go; your name goes when you ask us.',
    ),
    heading('If you run this website with us'),
    paragraph(
      'We keep administrators’ usernames, email addresses, passwords in a form that no one can read back, and what is needed for a second factor. We keep for about 13 months who changed what on this website.',
      'A cookie called “known_browser” remembers a browser in which you have signed in. The browser also keeps your session and texts that you have not saved.',
    ),
    heading('Emails and backups'),
    paragraph(
      'An email to you, such as one that asks you to confirm, is kept for 30 days. Backups hold what the website held when they were made; we delete old ones.',
    ),
    heading('Your rights'),
    paragraph(
      'You may ask what we keep about you, have it corrected or erased, and complain to a data protection authority, in the United Kingdom the Information Commissioner’s Office.',
      `${society} decides what is done with your data. ${contact(settings)} [Name of the person who answers] will answer within a month.`,
    ),
  ].join('');
}

function imprint(settings: Known): string {
  return [
    paragraph(`This website is published by ${escaped(settings.societyName)}.`),
    paragraph('[Name of the university or students’ union, and its postal address]'),
    paragraph(`Responsible for what is written here: [name]. ${contact(settings)}`),
  ].join('');
}

function constitution(settings: Known): string {
  return [
    heading('1. Name and aims'),
    paragraph(`The society is called ${escaped(settings.societyName)}. Its aims are: [aims].`),
    heading('2. Membership'),
    paragraph('Membership is open to [whom]. A member may leave at any time.'),
    heading('3. Committee'),
    paragraph(
      'The committee has a [president], a [secretary] and a [treasurer]. It is elected each year by the members.',
    ),
    heading('4. Meetings'),
    paragraph('A general meeting is held at least once a year. All members are told of it [14] days before.'),
    heading('5. Money'),
    paragraph('The treasurer keeps accounts, which every member may read.'),
    heading('6. Changes'),
    paragraph('This constitution is changed by two thirds of the members who vote at a general meeting.'),
  ].join('');
}

function contact({ contactLine }: Known): string {
  return contactLine ? `How to reach us: ${escaped(contactLine)}.` : 'How to reach us: [an email address].';
}

function heading(text: string): string {
  return `<h2>${text}</h2>`;
}

function paragraph(...texts: string[]): string {
  return texts.map((text) => `<p>${text}</p>`).join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
