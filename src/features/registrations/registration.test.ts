import { expect, test } from 'vitest';
import { guestPrivacySentence, type SignupEvent, signupState, waitingListSentence } from './registration.ts';

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

test('the waiting list and the privacy sentence in words', () => {
  const waiting = { ahead: 3, places: 1, most: 4, free: 0, isPromoting: true };
  expect(waitingListSentence(waiting)).toBe(
    'You are on the waiting list: 3 people are ahead of you. We will email you as soon as a place is free.',
  );
  expect(waitingListSentence({ ...waiting, ahead: 1 })).toContain('1 person is ahead of you');
  expect(waitingListSentence({ ...waiting, ahead: 0, places: 2 })).toBe(
    'You are on the waiting list: you are first. We will email you as soon as 2 places are free together. If you choose fewer, you may get them sooner.',
  );
  expect(waitingListSentence({ ...waiting, places: 2, free: 1 })).toMatch(
    /as soon as 2 places are free together\. Only 1 place is free now: if you choose 1, you have it at once\.$/,
  );
  expect(waitingListSentence({ ...waiting, places: 5, most: 3 })).toContain(
    'You are waiting for 5 places, but one person can now have at most 3 places.',
  );
  expect(waitingListSentence({ ...waiting, isPromoting: false })).not.toContain('We will email you');
  expect(guestPrivacySentence(1)).toContain('1 day after it');
});
