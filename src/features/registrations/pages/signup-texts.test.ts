import { expect, test } from 'vitest';
import type { OwnRegistration } from '../registration.schema.ts';
import {
  ownActionQuestion,
  ownRegistrationSentence,
  placesLeftSentence,
  signupClosedSentence,
  waitingListHint,
  wouldJoinWaitingList,
} from './signup-texts.ts';

const opensAt = { signupOpensAt: '2026-12-01T18:00:00.000Z' };
const open = (placesLeft: number | null) => ({ state: 'open' as const, capacity: placesLeft && 20, placesLeft });
const full = { state: 'full' as const, capacity: 20, placesLeft: 0 };

test('why no one can sign up, with the day from which someone can', () => {
  expect(signupClosedSentence('soon', opensAt, 'Europe/London')).toBe('Sign-up opens on Dec 1, 2026 at 6:00 PM.');
  expect(signupClosedSentence('soon', opensAt, 'Australia/Lord_Howe')).toBe('Sign-up opens on Dec 2, 2026 at 5:00 AM.');
  expect(signupClosedSentence('closed', opensAt, 'Europe/London')).toBe('Sign-up has closed.');
  expect(signupClosedSentence('past', opensAt, 'Europe/London')).toBe('This event is over.');
  expect(signupClosedSentence('cancelled', opensAt, 'Europe/London')).toBe('This event was cancelled.');
  expect(signupClosedSentence('open', opensAt, 'Europe/London')).toBeNull();
  expect(signupClosedSentence('full', opensAt, 'Europe/London')).toBeNull();
});

test('how many places are left; nothing about places where they are unlimited', () => {
  expect(placesLeftSentence(open(8))).toBe('8 places left');
  expect(placesLeftSentence(open(1))).toBe('1 place left');
  expect(placesLeftSentence(open(null))).toBeNull();
  expect(placesLeftSentence(full)).toBe('All places are taken.');
});

test('someone who can ask for more places than are free is told so before', () => {
  expect(waitingListHint(open(2), 4)).toBe('With more than 2 you join the waiting list.');
  expect(waitingListHint(open(4), 4)).toBeNull();
  expect(waitingListHint(open(null), 4)).toBeNull();
  expect(waitingListHint(full, 4)).toBeNull();
});

test('someone who asks for more places than are free would wait', () => {
  expect([wouldJoinWaitingList(open(2), 2), wouldJoinWaitingList(open(2), 3)]).toEqual([false, true]);
  expect([wouldJoinWaitingList(open(null), 6), wouldJoinWaitingList(full, 1)]).toEqual([false, true]);
});

const own: OwnRegistration = {
  state: 'confirmed',
  name: 'Ada',
  email: 'ada@example.org',
  places: 1,
  answers: [],
  ahead: null,
  mostPlaces: 1,
  canGiveBack: true,
  cancelledBy: null,
  signup: 'open',
  eventId: 7,
  erasedAt: '2026-12-31T20:00:00.000Z',
};

test('where a sign-up stands', () => {
  const sentences: [change: Partial<OwnRegistration>, sentence: RegExp][] = [
    [{}, /^You have a place\.$/],
    [{ places: 3 }, /^You have 3 places\.$/],
    [{ state: 'waiting', ahead: 0 }, /^You are on the waiting list: you are first\./],
    [{ state: 'waiting', ahead: 3, signup: 'full' }, /^You are on the waiting list: 3 people are ahead of you\./],
    [{ state: 'waiting', ahead: 0, places: 2, signup: 'full' }, /as soon as 2 places are free\.$/],
    [{ state: 'waiting', ahead: 0, signup: 'soon' }, /as soon as a place is free\.$/],
    [{ state: 'waiting', ahead: 0, signup: 'closed' }, /only the organisers give places now\.$/],
    [{ state: 'waiting', ahead: 0, signup: 'off' }, /only the organisers give places now\.$/],
    [{ state: 'pending' }, /^Please confirm that/],
    [{ state: 'pending', ahead: 0 }, /^Not enough places are free\. Once you confirm, you are on the waiting list\.$/],
    [{ state: 'cancelled', cancelledBy: 'guest' }, /^You have given your place back\.$/],
    [{ state: 'cancelled', cancelledBy: 'organiser' }, /^The organisers have removed you from the list\.$/],
    [{ signup: 'cancelled' }, /^This event was cancelled\.$/],
    [{ signup: 'past' }, /^This event is over\.$/],
    [{ signup: 'past', state: 'cancelled', cancelledBy: 'guest' }, /^You have given your place back\.$/],
  ];
  for (const [change, sentence] of sentences) expect(ownRegistrationSentence({ ...own, ...change })).toMatch(sentence);
});

test('the question names what the guest gives up', () => {
  expect(ownActionQuestion('give-back', own)).toMatchObject({ message: 'Give your place back?' });
  expect(ownActionQuestion('give-back', { ...own, places: 2 })).toMatchObject({
    message: 'Give your places back?',
    action: 'Give my places back',
  });
  expect(ownActionQuestion('give-back', { ...own, state: 'waiting' })).toMatchObject({
    message: 'Leave the waiting list?',
  });
  expect(ownActionQuestion('erase', own)).toMatchObject({ action: 'Erase me' });
});
