import { describe, expect, test } from 'vitest';
import type { SocietyEvent, SocietyEventInput } from '../event.schema.ts';
import type { EventGuests } from './guest-count.ts';
import { affectsGuests, questionsBeforeSave, saveEffect } from './questions-before-save.ts';

const first = {
  id: 1,
  title: 'Bat walk',
  eventDate: '2099-12-01T18:30:00',
  endDate: null,
  isAllDay: false,
  location: 'Marsh',
  startsAt: '2099-12-01T18:30:00.000Z',
  endsAt: null,
  cancelledAt: null,
  hasSignup: true,
  capacity: 3,
} as SocietyEvent;
const off = { ...first, cancelledAt: '2099-01-01T00:00:00.000Z' };

const guestsOf = (people: number, waiting = 0): EventGuests => ({
  coming: { people, places: people },
  waiting: { people: waiting },
});
const asked = (input: SocietyEventInput, guests: EventGuests, event = first) =>
  questionsBeforeSave(input, event, guests);

describe('before a save', () => {
  test('changes that guests do not notice are not asked about', () => {
    expect(affectsGuests({ title: 'Owl walk', location: 'Marsh', capacity: 3, hasSignup: true }, first)).toBe(false);
    expect(affectsGuests({ capacity: null }, first)).toBe(false);
    expect(asked({ capacity: 2 }, guestsOf(0))).toEqual({ capacity: null, notify: null });
  });

  test('another place asks whether to tell guests with a place and those who wait, but not for a cancelled event', () => {
    const guests = guestsOf(1, 1);
    expect(asked({ location: 'Hall' }, guests).notify?.message).toBe('Tell the 2 people who signed up?');
    expect(asked({ location: 'Hall' }, guestsOf(0, 1)).notify?.message).toBe('Tell the 1 person who signed up?');
    expect(asked({ location: 'Hall' }, guests, off).notify).toBeNull();
  });

  test('a capacity below the places already given is asked about', () => {
    expect(asked({ capacity: 2 }, guestsOf(3)).capacity).toMatchObject({
      message: '3 places are already taken.',
      action: 'Save anyway',
    });
    expect(asked({ capacity: 2 }, guestsOf(2)).capacity).toBeNull();
  });
});

test('people who wait are counted before sign-up may close', () => {
  expect(affectsGuests({ hasSignup: false }, first)).toBe(true);
  expect(affectsGuests({ signupClosesAt: '2099-11-30T12:00:00.000Z' }, first)).toBe(true);
  expect(affectsGuests({ hasSignup: false }, { ...first, hasSignup: false })).toBe(false);
});

test('a save says whom it reaches, and otherwise that it is on the site', () => {
  expect(saveEffect(first, null, {})).toBe('Visitors see it now.');
  expect(saveEffect({ ...first, hasSignup: false }, first, {})).toBe(
    'Sign-up is off: visitors no longer see it. Guests with a place keep it.',
  );
  expect(saveEffect({ ...first, hasSignup: false }, first, {}, 2)).toBe(
    'Sign-up is off: visitors no longer see it. Guests with a place keep it. 2 people wait: you give free places by hand.',
  );
  expect(saveEffect(first, first, {}, 2)).toBe('Visitors see it now.');
  expect(saveEffect(first, first, { notify: false })).toBe('No one was told.');
});
