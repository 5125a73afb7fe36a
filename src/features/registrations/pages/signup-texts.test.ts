import { expect, test } from 'vitest';
import { placesLeftSentence, signupClosedSentence, waitingListHint, wouldJoinWaitingList } from './signup-texts.ts';

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
  expect(waitingListHint(open(2), 4)).toBe('2 places are free now. With more than 2 you join the waiting list.');
  expect(waitingListHint(open(1), 2)).toBe('1 place is free now. With more than 1 you join the waiting list.');
  expect(waitingListHint(open(4), 4)).toBeNull();
  expect(waitingListHint(open(null), 4)).toBeNull();
  expect(waitingListHint(full, 4)).toBeNull();
});

test('someone who asks for more places than are free would wait', () => {
  expect([wouldJoinWaitingList(open(2), 2), wouldJoinWaitingList(open(2), 3)]).toEqual([false, true]);
  expect([wouldJoinWaitingList(open(null), 6), wouldJoinWaitingList(full, 1)]).toEqual([false, true]);
});
