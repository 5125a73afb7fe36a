import { expect, test } from 'vitest';
import { eventInput, eventProblem } from './event-values.ts';

const values = { title: 'Walk', date: '2027/02/28', time: '18:30', location: 'Marsh', description: '', imageUrl: null };

test('what is missing or half typed is required; what cannot be is said', () => {
  const required = 'Title, Date, Time, and Location are required';
  for (const part of [{ title: ' ' }, { date: '2027/02' }, { time: '18' }, { location: '' }])
    expect(eventProblem({ ...values, ...part })).toBe(required);
  expect(eventProblem({ ...values, date: '2027/02/31' })).toBe('This date does not exist.');
  expect(eventProblem({ ...values, time: '25:00' })).toBe('This time does not exist.');
  expect(eventProblem(values)).toBeNull();
});

test('the event is sent with dashes, a T and seconds', () => {
  expect(eventInput(values).eventDate).toBe('2027-02-28T18:30:00');
});
