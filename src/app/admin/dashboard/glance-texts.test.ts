import { describe, expect, test } from 'vitest';
import { changeText, newsletterText } from './glance-texts.ts';

const none = { queued: 0, sending: 0, retry: 0, sent: 0, failed: 0, unknown: 0, skipped: 0, kept: 0 };

describe('readers, and how many a month ago', () => {
  test.each([
    [{ total: 1214, change: 1003 }, '1,003 more than a month ago'],
    [{ total: 211, change: -3 }, '3 fewer than a month ago'],
    [{ total: 0, change: -2 }, '2 fewer than a month ago'],
    [{ total: 40, change: 0 }, 'As many as a month ago'],
    // A month ago there was no one, and perhaps no site.
    [{ total: 0, change: 0 }, ''],
    [{ total: 5, change: 5 }, 'All new in the last 30 days'],
    [{ total: 1, change: 1 }, 'All new in the last 30 days'],
  ])('%o', (readers, text) => {
    expect(changeText(readers)).toBe(text);
  });
});

describe('how the last newsletter went', () => {
  test('to everyone', () => {
    expect(newsletterText({ ...none, sent: 1214 }, 1214)).toBe('sent to 1,214 of 1,214');
  });

  test('not to everyone, with what is known of the others', () => {
    const counts = { ...none, sent: 198, failed: 6, unknown: 4, skipped: 3, queued: 1, sending: 1, retry: 1 };
    expect(newsletterText(counts, 214)).toBe('sent to 198 of 214, 6 failed, 4 not confirmed, 3 skipped, 3 still to go');
  });

  test('to no one, for want of a mail server', () => {
    expect(newsletterText({ ...none, kept: 3 }, 3)).toBe('sent to 0 of 3, 3 in the outbox: no mail server is set');
  });
});
