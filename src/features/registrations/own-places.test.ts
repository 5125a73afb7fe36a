import { expect, test } from 'vitest';
import { waitingListSentence } from './own-places.ts';

test('the waiting list in words', () => {
  const waiting = { ahead: 3, places: 1, most: 4, free: 0, isPromoting: true };
  expect(waitingListSentence(waiting)).toBe(
    'You are on the waiting list: 3 people are ahead of you. As soon as a place is free for you, you have it, and we email you.',
  );
  expect(waitingListSentence({ ...waiting, ahead: 1 })).toContain('1 person is ahead of you');
  expect(waitingListSentence({ ...waiting, ahead: 0, places: 2 })).toBe(
    'You are on the waiting list: you are first. As soon as 2 places are free together, you have them, and we email you. If you choose fewer, you may get them sooner.',
  );
  expect(waitingListSentence({ ...waiting, places: 2, free: 1 })).toMatch(
    /As soon as 2 places are free together, you have them, and we email you\. Only 1 place is free now: if you choose 1, you have it at once\.$/,
  );
  expect(waitingListSentence({ ...waiting, places: 5, most: 3 })).toContain(
    'You are waiting for 5 places, but one person can now have at most 3 places.',
  );
  expect(waitingListSentence({ ...waiting, isPromoting: false })).not.toContain('we email you');
});
