import { expect, test } from 'vitest';
import { guestPrivacySentence, type SignupEvent, signupState } from './registration.ts';

const event: SignupEvent = {
  hasSignup: true,
  signupOpensAt: '2026-11-24T09:00:00.000Z',
  signupClosesAt: null,
  capacity: 20,
  startsAt: '2026-12-01T18:00:00.000Z',
  endsAt: '2026-12-01T20:00:00.000Z',
  cancelledAt: null,
};

test.each([
  ['off', { hasSignup: false }, 0, '2026-11-25'],
  ['cancelled', { cancelledAt: '2026-11-25T09:00:00.000Z' }, 0, '2026-11-26'],
  ['soon', {}, 0, '2026-11-24T08:59:59.999Z'],
  ['open', {}, 0, '2026-11-24T09:00:00.000Z'],
  ['open', {}, 19, '2026-11-25'],
  ['full', {}, 20, '2026-11-25'],
  ['open', { capacity: null }, 9999, '2026-11-25'],
  ['open', {}, 0, '2026-12-01T17:59:59.999Z'],
  ['closed', {}, 0, '2026-12-01T18:00:00.000Z'],
  ['open', { signupClosesAt: '2026-12-01T19:00:00.000Z' }, 0, '2026-12-01T18:30:00.000Z'],
  ['past', {}, 0, '2026-12-01T20:00:00.001Z'],
])('%s: %o with %i places given at %s', (state, change, taken, now) => {
  expect(signupState({ ...event, ...change }, taken, now.length === 10 ? `${now}T00:00:00.000Z` : now)).toBe(state);
});

test('the privacy sentence in words', () => {
  expect(guestPrivacySentence(1)).toContain('1 day after it');
});
