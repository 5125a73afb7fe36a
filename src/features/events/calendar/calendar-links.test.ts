import { expect, test } from 'vitest';
import { googleEventLink, subscriptionLinks } from './calendar-links.ts';

const siteUrl = 'https://society.example';

test('each calendar program is given the same address', () => {
  const links = subscriptionLinks(siteUrl, 'Bats & us');
  const encoded = 'society.example%2Fevents.ics';
  expect(links).toEqual({
    address: 'https://society.example/events.ics',
    app: 'webcal://society.example/events.ics',
    google: `https://calendar.google.com/calendar/render?cid=webcal%3A%2F%2F${encoded}`,
    outlookAtWork: `https://outlook.office.com/calendar/0/addfromweb?url=https%3A%2F%2F${encoded}&name=Bats%20%26%20us`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?url=https%3A%2F%2F${encoded}&name=Bats%20%26%20us`,
  });
});

const event = {
  id: 7,
  title: 'Bats & farms: 100 % \ud800',
  description: 'With tea.\nAnd "biscuits"',
  location: 'Room 2',
  eventDate: '2026-12-31T18:00:00',
  startsAt: '2026-12-31T18:00:00.000Z',
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
  version: 1,
};

test('Google’s form has the whole event', () => {
  const link = new URL(googleEventLink({ ...event, endsAt: '2026-12-31T20:30:00.000Z' }, siteUrl));
  expect(link.origin + link.pathname).toBe('https://calendar.google.com/calendar/render');
  expect(Object.fromEntries(link.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Bats & farms: 100 % \ufffd',
    dates: '20261231T180000Z/20261231T203000Z',
    location: 'Room 2',
    details: 'With tea.\nAnd "biscuits"\n\nhttps://society.example/events/7',
  });
});

test('an unknown end is made up, because Google requires one', () => {
  const dates = (change: object) =>
    new URL(googleEventLink({ ...event, ...change }, siteUrl)).searchParams.get('dates');
  expect(dates({})).toBe('20261231T180000Z/20261231T180000Z');
  expect(dates({ isAllDay: true })).toBe('20261231/20270101');
  expect(dates({ isAllDay: true, endDate: '2027-01-02T00:00:00' })).toBe('20261231/20270103');
});
