import { expect, test } from 'vitest';
import { sentToWhomSentence } from './newsletter.ts';

test('without a mail server a newsletter is in the outbox once its undo window is over', () => {
  const counts = { queued: 3, audience: 3, isKept: true };
  expect(sentToWhomSentence(counts, 60)).toBe('It goes to the outbox in 60 s: no mail server is set.');
  expect(sentToWhomSentence(counts, 0)).toBe('Kept in the outbox: no mail server is set.');
});
