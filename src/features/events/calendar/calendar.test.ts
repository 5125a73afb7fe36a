import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { hasPythonReader, listByKhal, readByIcalJs, readByPython } from '#tests/support/calendar-readers.ts';
import { isLacking } from '#tests/support/programs.ts';
import { type Invitation, invitationIcs, singleEventIcs, subscriptionIcs } from './calendar.ts';
import { type CalendarEvent, isInCalendar } from './calendar-event.ts';

const site = { authority: 'society.example', siteUrl: 'https://society.example' };
const plain: CalendarEvent = {
  id: 7,
  title: 'Evening lecture',
  description: 'An introduction; for everyone, with tea.\nAnd biscuits.',
  location: 'Lecture hall 2',
  eventDate: '2026-07-01T18:00:00',
  startsAt: '2026-07-01T17:00:00.000Z',
  createdAt: '2026-05-01T09:00:00.000Z',
  updatedAt: '2026-05-02T10:30:15.250Z',
  version: 3,
};
/** With all that an event may say. */
const full: CalendarEvent = {
  ...plain,
  id: 8,
  endDate: '2026-07-01T20:00:00',
  endsAt: '2026-07-01T19:00:00.000Z',
  address: '1 Church Lane, London',
  onlineUrl: 'https://meet.example/a?b=1,2;3',
  ticketUrl: 'https://tickets.example/',
};
const cancelled = {
  ...full,
  id: 9,
  cancelledAt: '2026-06-01T12:00:00.000Z',
  cancellationNote: 'The speaker is ill.',
};
const midnight = { eventDate: '2026-12-30T00:00:00', startsAt: '2026-12-30T00:00:00.000Z' };
const oneDay = { ...plain, ...midnight, id: 10, isAllDay: true };
const threeDays = { ...oneDay, id: 11, endDate: '2027-01-01T00:00:00', endsAt: '2027-01-02T00:00:00.000Z' };
const everything = [plain, full, cancelled, oneDay, threeDays];

function read(event: CalendarEvent) {
  return readByIcalJs(singleEventIcs(event, site)).events[0];
}

test('an event says who it is, when it was changed and when it is, in UTC', () => {
  expect(read(plain)).toEqual({
    uid: 'event-7@society.example',
    stamp: '2026-05-02T10:30:15Z',
    created: '2026-05-01T09:00:00Z',
    modified: '2026-05-02T10:30:15Z',
    sequence: 2,
    start: '2026-07-01T17:00:00Z',
    end: null,
    summary: 'Evening lecture',
    location: 'Lecture hall 2',
    description: 'An introduction; for everyone, with tea.\nAnd biscuits.\n\nhttps://society.example/events/7',
    url: 'https://society.example/events/7',
    status: 'CONFIRMED',
    transparency: null,
  });
});

test('an end, an address and links are written once they are set', () => {
  expect(read(full)).toMatchObject({
    end: '2026-07-01T19:00:00Z',
    location: 'Lecture hall 2, 1 Church Lane, London',
    description: [
      'An introduction; for everyone, with tea.\nAnd biscuits.\n',
      'Join online: https://meet.example/a?b=1,2;3',
      'Tickets: https://tickets.example/',
      'https://society.example/events/8',
    ].join('\n'),
  });
});

test('fields without a value are not used', () => {
  const unused = { endDate: null, endsAt: null, isAllDay: false, address: '', onlineUrl: null, cancelledAt: null };
  expect(singleEventIcs({ ...plain, ...unused }, site)).toBe(singleEventIcs(plain, site));
});

test('whole days are dates, whose end is the day after the last', () => {
  expect(read(oneDay)).toMatchObject({ start: '2026-12-30', end: null });
  expect(read(threeDays)).toMatchObject({ start: '2026-12-30', end: '2027-01-02' });
  expect(read({ ...oneDay, endDate: oneDay.eventDate })).toMatchObject({ start: '2026-12-30', end: '2026-12-31' });
  expect(singleEventIcs(threeDays, site)).toContain('\r\nDTSTART;VALUE=DATE:20261230\r\nDTEND;VALUE=DATE:20270102\r\n');
});

test('an end that a clock change has put before its start is left out', () => {
  // In London 1:30 on that day counts as 2:30, and 2:15 comes before it.
  const skipped = { startsAt: '2027-03-28T01:30:00.000Z', endsAt: '2027-03-28T01:15:00.000Z' };
  expect(read({ ...plain, ...skipped })).toMatchObject({ start: '2027-03-28T01:30:00Z', end: null });
});

test('a cancelled event is marked as cancelled, takes no time and stays for 30 days', () => {
  expect(read(cancelled)).toMatchObject({
    summary: 'Cancelled: Evening lecture',
    status: 'CONFIRMED',
    transparency: 'TRANSPARENT',
    sequence: 2,
  });
  expect(read(cancelled)?.description).toMatch(/^The speaker is ill\.\n\nAn introduction/);
  expect(isInCalendar(cancelled, new Date('2026-07-01T11:59:59Z'))).toBe(true);
  expect(isInCalendar(cancelled, new Date('2026-07-01T12:00:00Z'))).toBe(false);
  expect(isInCalendar(plain, new Date('2036-07-01T12:00:00Z'))).toBe(true);
});

test('a calendar to subscribe to has a name and is read again every hour; a single event has neither', () => {
  const calendar = subscriptionIcs('Bats, farms & us', everything, site);
  expect(readByIcalJs(calendar)).toMatchObject({ name: 'Bats, farms & us', refresh: 'PT1H' });
  expect(calendar).toContain('\r\nNAME:Bats\\, farms & us\r\nX-WR-CALNAME:Bats\\, farms & us\r\n');
  expect(calendar).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n');
  expect(readByIcalJs(singleEventIcs(plain, site))).toMatchObject({ name: null, refresh: null });
  expect(readByIcalJs(subscriptionIcs('Empty', [], site)).events).toEqual([]);
});

test('a title that reverses the text direction does not reverse what follows it', () => {
  expect(read({ ...plain, title: 'Read \u202eeno siht', location: '\u2067شيء' })).toMatchObject({
    summary: 'Read \u202eeno siht\u202c',
    location: '\u2067شيء\u2069',
  });
});

test.skipIf(!hasPythonReader)('python3-icalendar reads the same as ical.js', () => {
  const calendars = [subscriptionIcs('Bats, farms; us 🦇', everything, site), subscriptionIcs('Empty', [], site)];
  for (const calendar of [...calendars, ...everything.map((event) => singleEventIcs(event, site))])
    expect(readByPython(calendar)).toEqual(readByIcalJs(calendar));
});

test.skipIf(isLacking('khal'))('khal lists what the site lists', () => {
  const calendar = subscriptionIcs('Society', everything, site);
  expect(listByKhal(calendar, '2026-06-01', 300)).toEqual([
    // It gives an hour to what has no end.
    '2026-07-01 17:00 | 2026-07-01 18:00 | Evening lecture | Lecture hall 2',
    '2026-07-01 17:00 | 2026-07-01 19:00 | Cancelled: Evening lecture | Lecture hall 2, 1 Church Lane, London',
    '2026-07-01 17:00 | 2026-07-01 19:00 | Evening lecture | Lecture hall 2, 1 Church Lane, London',
    '2026-12-30 | 2026-12-30 | Evening lecture | Lecture hall 2',
    '2026-12-30 | 2027-01-01 | Evening lecture | Lecture hall 2',
  ]);
});

const invited: Invitation = {
  method: 'REQUEST',
  sequence: 5,
  at: new Date('2026-06-02T08:00:00.000Z'),
  organizer: { name: 'Ana "Ani" Ribeiro; Kőszegi: ^\r\nBEGIN:VALARM שרה', address: 'news@society.example' },
  guest: 'ana@example.org',
};

test.each(['REQUEST', 'CANCEL'] as const)('a %s is for one guest and about the event of the feed', (method) => {
  const text = invitationIcs(full, site, { ...invited, method });
  const calendar = new ICAL.Component(ICAL.parse(text));
  expect(calendar.getFirstPropertyValue('method')).toBe(method);
  const event = calendar.getFirstSubcomponent('vevent');
  expect(event?.getFirstPropertyValue('status')).toBe(method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED');
  const guest = event?.getFirstProperty('attendee');
  expect(guest?.getFirstValue()).toBe('mailto:ana@example.org');
  expect(guest?.getParameter('partstat')).toBe('ACCEPTED');
  const organizer = event?.getFirstProperty('organizer');
  expect(organizer?.getParameter('cn')).toContain('Ana "Ani" Ribeiro; Kőszegi: ^');
  expect(organizer?.getFirstValue()).toBe('mailto:news@society.example');
  const [invitedTo] = readByIcalJs(text).events;
  const stamps = { stamp: '2026-06-02T08:00:00Z', sequence: 5 };
  expect(invitedTo).toEqual({ ...read(full), ...stamps, status: method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED' });
  if (hasPythonReader) expect(readByPython(text)).toEqual(readByIcalJs(text));
});
