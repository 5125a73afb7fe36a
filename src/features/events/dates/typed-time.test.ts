import { expect, test } from 'vitest';
import { grouped } from '#ui/forms/input-mask.ts';
import { isTimeInWords, readTime, timeDigits } from './typed-time.ts';

test.each([
  ['18:30', '18:30'],
  ['18.30', '18:30'],
  ['18h30', '18:30'],
  ['18h', '18:00'],
  ['18 h', '18:00'],
  ['1830', '18:30'],
  ['18:30:00', '18:30'],
  ['6:30', '06:30'],
  ['06:30', '06:30'],
  ['900', '09:00'],
  ['9:00', '09:00'],
  ['6:30pm', '18:30'],
  ['6:30 PM', '18:30'],
  ['6.30 p.m.', '18:30'],
  ['6:30 p', '18:30'],
  ['6 pm', '18:00'],
  ['6PM', '18:00'],
  ['at 6 pm', '18:00'],
  ['630pm', '18:30'],
  ['13:0pm', '13:30'],
  ['6:30am', '06:30'],
  ['12pm', '12:00'],
  ['12:15 pm', '12:15'],
  ['12am', '00:00'],
  ['12:30 a.m.', '00:30'],
  ['18:30 pm', '18:30'],
  ['noon', '12:00'],
  ['12 noon', '12:00'],
  ['Midday', '12:00'],
  ['0:00', '00:00'],
  ["18 o'clock", '18:00'],
])('%s is %s', (typed, value) => {
  expect(readTime(typed)).toEqual({ value });
});

test('where the half of the day is open, or which end of it, it is asked', () => {
  expect(readTime("6 o'clock")).toMatchObject({ options: [{ value: '06:00' }, { value: '18:00' }] });
  expect(readTime('midnight')).toMatchObject({ options: [{ value: '00:00' }, { value: '23:59' }] });
});

test.each([
  ['24:61', 'This time does not exist.'],
  ['25:00', 'This time does not exist.'],
  ['24:00', 'This time does not exist.'],
  ['18:30 am', 'This time does not exist.'],
  ['0:30 pm', 'This time does not exist.'],
  ['13 am', 'This time does not exist.'],
  ['6:75 pm', 'This time does not exist.'],
  ['half past six', 'Please write the time such as 18:30 or 6:30 PM.'],
  ['6-8 pm', 'Please write the time such as 18:30 or 6:30 PM.'],
  ['6:30 xm', 'Please write the time such as 18:30 or 6:30 PM.'],
  ['pm', 'Please write the time such as 18:30 or 6:30 PM.'],
])('%s is refused: %s', (typed, problem) => {
  expect(readTime(typed)).toEqual({ problem });
});

test.each(['', '7', '18', '18:3', '13:0', '6:'])('%j is not all of a time', (typed) => {
  expect(readTime(typed)).toBe('incomplete');
});

test.each([
  ['1830', '18:30', '18:30'],
  ['18.30', '18:30', '18:30'],
  ['900', '9:00', '09:00'],
  ['9:30', '09:30', '09:30'],
  ['6:30pm', '06:30pm', '18:30'],
  ['630 pm', '06:30pm', '18:30'],
  ['630pm', '6:30pm', '18:30'],
  ['130 pm', '13:0pm', '13:30'],
  ['130pm', '13:0pm', '13:30'],
  ['6.30 p.m.', '06:30p.m.', '18:30'],
  ['6 pm', '06pm', '18:00'],
  ['12am', '12am', '00:00'],
  ['noon', 'noon', '12:00'],
  ['18h30', '18h30', '18:30'],
])('typed key by key, %s stands there as %s and is %s', (keys, shown, value) => {
  let text = '';
  for (const key of keys) {
    const typed = { text: text + key, caret: text.length + 1 };
    text = isTimeInWords(typed) ? typed.text : grouped(typed, timeDigits, 'insertText').text;
  }
  expect(text).toBe(shown);
  expect(readTime(text)).toEqual({ value });
});
