import { expect, test } from 'vitest';
import { daysLeftText, restoredSentence } from './bin-screen.tsx';

test('the time left is told in days, and on the last day as less than one', () => {
  const now = new Date('2026-11-21T08:00:00.000Z');
  expect(daysLeftText('2026-12-21T07:59:59.000Z', now)).toBe('30 days left');
  expect(daysLeftText('2026-11-22T09:00:00.000Z', now)).toBe('1 day left');
  expect(daysLeftText('2026-11-22T07:00:00.000Z', now)).toBe('less than a day left');
  expect(daysLeftText('2026-11-20T07:00:00.000Z', now)).toBe('less than a day left');
});

test('a restored item says whether visitors see it', () => {
  expect(restoredSentence({ isPublished: true })).toBe('Visitors see it again.');
  expect(restoredSentence({ isPublished: false })).toBe('It is a draft.');
  expect(restoredSentence({ isActive: false })).toBe('It is a draft.');
  // An event is always public.
  expect(restoredSentence({})).toBe('Visitors see it again.');
});
