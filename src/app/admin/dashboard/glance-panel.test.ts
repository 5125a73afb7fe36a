import { describe, expect, test } from 'vitest';
import { isNewsletterScheduled, subscriberChangeText } from './glance-panel.tsx';

describe('subscribers, and how many a month ago', () => {
  test.each([
    [{ total: 1214, change: 1003 }, '1,003 more than a month ago'],
    [{ total: 211, change: -3 }, '3 fewer than a month ago'],
    [{ total: 0, change: -2 }, '2 fewer than a month ago'],
    [{ total: 40, change: 0 }, 'Same as a month ago'],
    // A month ago there was no one, and perhaps no site.
    [{ total: 0, change: 0 }, ''],
    [{ total: 5, change: 5 }, 'All new in the last 30 days'],
    [{ total: 1, change: 1 }, 'All new in the last 30 days'],
  ])('%o', (subscribers, text) => {
    expect(subscriberChangeText(subscribers)).toBe(text);
  });
});

test('a scheduled newsletter is one that goes out by itself', () => {
  const article = {
    articleId: 1,
    issueId: null,
    issueKind: null,
    title: 'A walk',
    publishAt: '2026-12-01T08:00:00',
    dueAt: '2026-12-01T08:00:00.000Z',
    sendsNewsletter: false,
    state: 'scheduled' as const,
    isLate: false,
    scheduledBy: null,
    isSent: false,
  };
  const isScheduled = (change: object) => isNewsletterScheduled({ total: 1, next: [{ ...article, ...change }] });
  expect(isScheduled({})).toBe(false);
  expect(isScheduled({ sendsNewsletter: true })).toBe(true);
  expect(isScheduled({ articleId: null, issueId: 2, issueKind: 'digest' })).toBe(true);
  expect(isScheduled({ sendsNewsletter: true, isLate: true, state: 'late' })).toBe(false);
});
