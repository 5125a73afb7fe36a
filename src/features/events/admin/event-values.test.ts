import { expect, test } from 'vitest';
import { noFocalPoint } from '#shared/item-picture.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { duplicateValues, eventErrors, eventInput, eventProblem, eventValues } from './event-values.ts';

const timeZone = 'Europe/London';
const withoutSignup = {
  hasSignup: false,
  signupOpensAt: null,
  signupClosesAt: null,
  capacity: null,
  maxPlaces: 1,
  questions: [],
};
const values = {
  ...eventValues(null, timeZone),
  title: 'Walk',
  date: '2027/02/28',
  time: '18:30',
  location: 'Marsh',
};

test('missing or half typed values are required; impossible ones are reported', () => {
  const required = 'Title, Date, Time, and Location are required';
  for (const part of [{ title: ' ' }, { date: '2027/02' }, { time: '7' }, { location: '' }])
    expect(eventProblem({ ...values, ...part }, timeZone)).toBe(required);
  expect(eventProblem({ ...values, date: '2027/02/31' }, timeZone)).toBe('This date does not exist.');
  expect(eventProblem({ ...values, time: '25:00' }, timeZone)).toBe('This time does not exist.');
  expect(eventProblem(values, timeZone)).toBeNull();
});

test('the event is sent with dashes, a T and seconds', () => {
  expect(eventInput(values, timeZone).eventDate).toBe('2027-02-28T18:30:00');
});

test('an event is sent with the date and time that were typed, never with a guess', () => {
  const typed = { ...values, date: '2026/12/03', time: '6:30 pm' };
  expect(eventInput(typed, timeZone).eventDate).toBe('2026-12-03T18:30:00');
  expect(eventProblem({ ...typed, date: '3/12/2027' }, timeZone)).toBe('Please write the date such as 2027/12/03.');
  expect(eventProblem({ ...typed, time: 'midnight' }, timeZone)).toMatch('Please write the time such as 18:30');
  expect(eventProblem({ ...typed, date: '2206/12/03' }, timeZone)).toMatch('Is 2206 right?');
});

test('without an end the form sends that there is none', () => {
  const input = eventInput(values, timeZone);
  expect(input).toMatchObject({ endDate: null, isAllDay: false, address: null, onlineUrl: null, ticketUrl: null });
});

test.each([
  [{ endTime: '8:30 pm' }, '2027-02-28T20:30:00'],
  [{ endDate: '2027/03/02', endTime: '10:00' }, '2027-03-02T10:00:00'],
  [{ isAllDay: true, time: '', endDate: '2027/03/02' }, '2027-03-02T00:00:00'],
  [{ isAllDay: true, time: '', endDate: '2027/02/28' }, '2027-02-28T00:00:00'],
])('an end such as %j is sent as %s', (part, endDate) => {
  expect(eventProblem({ ...values, ...part }, timeZone)).toBeNull();
  expect(eventInput({ ...values, ...part }, timeZone).endDate).toBe(endDate);
});

test.each([
  [{ endTime: '18:30' }, 'The end must be after the start.', 'endTime'],
  [{ endDate: '2027/02/27', endTime: '20:00' }, 'The end must be after the start.', 'endDate'],
  [{ isAllDay: true, endDate: '2027/02/27' }, 'The end must be after the start.', 'endDate'],
  [{ endDate: '2027/03/01' }, 'Please enter the date and the time of the end', 'endTime'],
  [{ endDate: '2027/03', endTime: '20:00' }, 'Please enter the date and the time of the end', 'endDate'],
  [{ endTime: '6' }, 'Please enter a time such as 18:30', 'endTime'],
  [{ onlineUrl: 'http://meet.example' }, 'Please enter an address that begins with https://', 'onlineUrl'],
  [{ ticketUrl: 'javascript:alert(1)' }, 'Please enter an address that begins with https://', 'ticketUrl'],
])('%j stops the form: %s', (part, problem, field) => {
  expect(eventProblem({ ...values, ...part }, timeZone)).toBe(problem);
  expect(eventErrors({ ...values, ...part })).toHaveProperty(field);
});

test('an all-day event needs no time, and an address without a scheme gets https', () => {
  const days = { ...values, isAllDay: true, time: '', onlineUrl: 'meet.example/bats' };
  expect(eventProblem(days, timeZone)).toBeNull();
  expect(eventInput(days, timeZone)).toMatchObject({
    eventDate: '2027-02-28T00:00:00',
    onlineUrl: 'https://meet.example/bats',
  });
});

test('an end on the same day moves along with the date, timed or not', () => {
  const event = (times: Partial<SocietyEvent>) =>
    ({ ...values, ...noFocalPoint, ...withoutSignup, ...times }) as unknown as SocietyEvent;
  const evening = event({ eventDate: '2027-02-28T18:30:00', endDate: '2027-02-28T20:00:00', isAllDay: false });
  const moved = { ...eventValues(evening, timeZone), date: '2027/02/21' };
  expect(eventInput(moved, timeZone)).toMatchObject({
    eventDate: '2027-02-21T18:30:00',
    endDate: '2027-02-21T20:00:00',
  });
  const day = event({ eventDate: '2027-02-28T00:00:00', endDate: '2027-02-28T00:00:00', isAllDay: true });
  expect(eventInput({ ...eventValues(day, timeZone), date: '2027/02/21' }, timeZone)).toMatchObject({
    endDate: null,
  });
  const fair = event({ eventDate: '2027-02-28T00:00:00', endDate: '2027-03-02T00:00:00', isAllDay: true });
  expect(eventValues(fair, timeZone).endDate).toBe('2027/03/02');
});

test('a duplicate has all but its days', () => {
  const event = {
    title: 'Walk',
    eventDate: '2027-02-28T18:30:00',
    endDate: '2027-02-28T20:00:00',
    isAllDay: false,
    location: 'Marsh',
    address: '5 Mill Road',
    onlineUrl: null,
    ticketUrl: null,
    description: '',
    imageUrl: null,
    imageFocalX: null,
    imageFocalY: null,
    ...withoutSignup,
    hasSignup: true,
    capacity: 20,
    signupOpensAt: '2027-02-20T09:00:00.000Z',
  } as unknown as SocietyEvent;
  expect(eventValues(event, timeZone)).toMatchObject({ date: '2027/02/28', endDate: '', endTime: '20:00' });
  expect(duplicateValues(event, timeZone)).toMatchObject({
    date: '',
    time: '18:30',
    endDate: '',
    endTime: '20:00',
  });
  expect(duplicateValues(event, timeZone)).toMatchObject({
    title: 'Walk',
    address: '5 Mill Road',
    signup: { hasSignup: true, capacity: '20', opens: { date: '', time: '09:00' } },
  });
});
