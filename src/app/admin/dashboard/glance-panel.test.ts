import { describe, expect, test } from 'vitest';
import { subscriberChangeText } from './glance-panel.tsx';

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
