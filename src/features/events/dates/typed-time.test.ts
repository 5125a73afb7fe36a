import { expect, test } from 'vitest';
import { hasLetters, readTypedTime } from './typed-time.ts';

test.each([
  ['18:30', '18:30'],
  ['9:05', '09:05'],
  ['00:00', '00:00'],
  ['18', '18:00'],
  ['08', '08:00'],
  ['23:59', '23:59'],
  ['6:30pm', '18:30'],
  ['6 pm', '18:00'],
  ['12am', '00:00'],
  ['6:30 PM', '18:30'],
  ['06:30 am', '06:30'],
  ['12:00 am', '00:00'],
  ['12:15pm', '12:15'],
])('%s is read as %s', (typed, value) => {
  expect(readTypedTime(typed)).toEqual({ value });
});

test.each(['', '1', '18:', '18:3', '6p', '6:30 p'])('%j is not complete', (typed) => {
  expect(readTypedTime(typed)).toBe('incomplete');
});

test.each([
  ['25:00', 'This time does not exist.'],
  ['24', 'This time does not exist.'],
  ['24:00', 'This time does not exist.'],
  ['30:00', 'This time does not exist.'],
  ['18:60', 'This time does not exist.'],
  ['13:30pm', 'This time does not exist.'],
  ['0:30 am', 'This time does not exist.'],
  ['2500', 'Please write the time such as 18:30 or 6:30 PM.'],
  ['noon', 'Please write the time such as 18:30 or 6:30 PM.'],
])('%s is refused: %s', (typed, problem) => {
  expect(readTypedTime(typed)).toEqual({ problem });
});

test('letters stay, also after the colon that the field adds', () => {
  expect(hasLetters({ text: '06:30p', caret: 6 })).toBe(true);
  expect(hasLetters({ text: '1830', caret: 4 })).toBe(false);
});
