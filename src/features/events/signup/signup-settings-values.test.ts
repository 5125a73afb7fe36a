import { expect, test } from 'vitest';
import type { SocietyEvent } from '../event.schema.ts';
import {
  capacityProblem,
  noSignup,
  type SignupValues,
  signupErrors,
  signupInput,
  signupProblem,
  signupValues,
  withoutSignupDays,
} from './signup-settings-values.ts';

const timeZone = 'America/New_York';
const evening = { date: '2026/12/01', time: '18:30', isAllDay: false, endDate: '', endTime: '20:30' };

function signup(part: Partial<SignupValues>): SignupValues {
  return { ...noSignup, hasSignup: true, ...part };
}

test('a sign-up that is off asks for nothing and changes nothing else', () => {
  const off = signup({ hasSignup: false, capacity: 'many' });
  expect(signupProblem(off, evening, timeZone)).toBeNull();
  expect(signupInput(off, timeZone)).toEqual({ hasSignup: false });
});

test('what is left empty is no limit', () => {
  expect(signupInput(signup({ questions: [' Vegan? ', ' '] }), timeZone)).toEqual({
    hasSignup: true,
    capacity: null,
    maxPlaces: 1,
    signupOpensAt: null,
    signupClosesAt: null,
    questions: ['Vegan?'],
  });
});

test('the largest number of places that an event can have is accepted', () => {
  expect(signupProblem(signup({ capacity: '100000' }), evening, timeZone)).toBeNull();
});

test('times are typed as those of the site, sent as instants and shown again as typed', () => {
  const typed = signup({
    capacity: ' 20 ',
    opens: { date: '2026/11/25', time: '09:00' },
    closes: { date: '2026/12/01', time: '6:00 pm' },
  });
  const input = signupInput(typed, timeZone);
  expect(input).toMatchObject({
    capacity: 20,
    signupOpensAt: '2026-11-25T14:00:00.000Z',
    signupClosesAt: '2026-12-01T23:00:00.000Z',
  });
  expect(signupValues(input as SocietyEvent, timeZone)).toMatchObject({
    capacity: '20',
    opens: { date: '2026/11/25', time: '09:00' },
    closes: { date: '2026/12/01', time: '18:00' },
  });
});

test.each<[Partial<SignupValues>, object]>([
  [{ capacity: '0' }, { capacity: capacityProblem }],
  [{ capacity: '100001' }, { capacity: capacityProblem }],
  [{ capacity: 'twenty' }, { capacity: capacityProblem }],
  [{ opens: { date: '2026/11/25', time: '' } }, { opens: { time: 'Please enter a time such as 18:30' } }],
  [{ opens: { date: '', time: '18:00' } }, { opens: { date: 'Please enter a date such as 2026/12/31' } }],
  [{ closes: { date: '2026/02/31', time: '18:00' } }, { closes: { date: 'This date does not exist.' } }],
  [{ opens: { date: '2026/12/02', time: '09:00' } }, { opens: { date: 'Sign-up must open before the event begins.' } }],
  [
    { closes: { date: '2026/12/01', time: '20:31' } },
    { closes: { date: 'Sign-up must close before the event ends.' } },
  ],
  [{ questions: ['Vegan?', '', ' Vegan? '] }, { askedTwice: 2 }],
  [
    { opens: { date: '2026/11/25', time: '09:00' }, closes: { date: '2026/11/25', time: '09:00' } },
    { closes: { date: 'Sign-up must close after it opens.' } },
  ],
])('%j stops the form beside its field', (part, errors) => {
  expect(signupErrors(signup(part), evening, timeZone)).toMatchObject(errors);
  expect(signupProblem(signup(part), evening, timeZone)).not.toBeNull();
});

test('sign-up may close while the event goes on', () => {
  const closes = { date: '2026/12/01', time: '20:30' };
  expect(signupProblem(signup({ closes }), evening, timeZone)).toBeNull();
  expect(signupProblem(signup({ closes }), { ...evening, isAllDay: true }, timeZone)).toBeNull();
});

test('a copy keeps the sign-up times and waits for its day', () => {
  const opens = { date: '2026/11/25', time: '09:00' };
  expect(withoutSignupDays(signup({ opens })).opens).toEqual({ date: '', time: '09:00' });
});
