import { expect, test } from 'vitest';
import { eventInput, eventProblem } from './event-values.ts';

const today = '2026-11-22';
const values = { title: 'Walk', date: '2027/02/28', time: '18:30', location: 'Marsh', description: '', imageUrl: null };

test('what is missing or half typed is required; what cannot be is said', () => {
  const required = 'Title, Date, Time, and Location are required';
  for (const part of [{ title: ' ' }, { date: '2027/02' }, { time: '18' }, { location: '' }])
    expect(eventProblem({ ...values, ...part }, today)).toBe(required);
  expect(eventProblem({ ...values, date: '2027/02/31' }, today)).toBe('This date does not exist.');
  expect(eventProblem({ ...values, time: '25:00' }, today)).toBe('This time does not exist.');
  expect(eventProblem(values, today)).toBeNull();
});

test('the event is sent with dashes, a T and seconds', () => {
  expect(eventInput(values, today).eventDate).toBe('2027-02-28T18:30:00');
});

test('an event is sent with what its date and time say, never with a guess', () => {
  const typed = { ...values, date: '3 Dec', time: '6:30 pm' };
  expect(eventInput(typed, today).eventDate).toBe('2026-12-03T18:30:00');
  expect(eventProblem({ ...typed, date: '3/12/2027' }, today)).toBe('Which day do you mean?');
  expect(eventProblem({ ...typed, time: 'midnight' }, today)).toBe('Which midnight do you mean?');
  expect(eventProblem({ ...typed, date: '3 Dec 2206' }, today)).toMatch('Is 2206 right?');
});
