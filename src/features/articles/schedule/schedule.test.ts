import { expect, test } from 'vitest';
import { articleScheduleSentence, missedSentence, readPublishAt } from './schedule.ts';

const plan = { publishAt: '2026-12-01T08:00:00', sendsNewsletter: true };

test('one sentence says when and to how many', () => {
  const sentence = (subscribers: number | null, zone = 'Europe/London') =>
    articleScheduleSentence(plan, zone, subscribers);
  expect(sentence(214)).toBe('Goes live Dec 1, 2026 at 8:00 AM (London), then to 214 subscribers');
  expect(sentence(1)).toBe('Goes live Dec 1, 2026 at 8:00 AM (London), then to 1 subscriber');
  expect(sentence(1214)).toBe('Goes live Dec 1, 2026 at 8:00 AM (London), then to 1,214 subscribers');
  expect(sentence(0, 'America/New_York')).toBe('Goes live Dec 1, 2026 at 8:00 AM (New York), then to 0 subscribers');
  expect(sentence(null, 'UTC')).toBe('Goes live Dec 1, 2026 at 8:00 AM (UTC), then to the subscribers');
  expect(articleScheduleSentence({ ...plan, sendsNewsletter: false }, 'Europe/London', 214)).toBe(
    'Goes live Dec 1, 2026 at 8:00 AM (London), without a newsletter',
  );
});

test('what was missed is called by its name', () => {
  const missed = (state: 'late' | 'restored' | 'failed', isIssue: boolean) =>
    missedSentence({ ...plan, state }, { title: 'May', timeZone: 'UTC', isIssue });
  for (const state of ['late', 'restored', 'failed'] as const) {
    expect(missed(state, false)).toMatch(/live/);
    expect(missed(state, true)).not.toMatch(/live|article/);
  }
});

test('a time is read in the zone of the site, as those of events', () => {
  const read = (typed: string, timeZone: string) => readPublishAt(typed, { timeZone, now: new Date('2026-01-01') });
  const publishAt = '2026-07-01T18:00:00';
  expect(read('2026/07/01 18:00', 'Europe/London')).toEqual({ publishAt, dueAt: '2026-07-01T17:00:00.000Z' });
  expect(read(' 2026-07-01T18:00:00 ', 'Asia/Kathmandu')).toEqual({ publishAt, dueAt: '2026-07-01T12:15:00.000Z' });
  // Lord Howe moves its clocks by half an hour.
  expect(read('2026-10-04T02:15:00', 'Australia/Lord_Howe')).toEqual({
    problem: 'The clocks skip this time on that day. Please choose another one.',
  });
  expect(read('2026-10-04T02:30:00', 'Australia/Lord_Howe')).toMatchObject({ publishAt: '2026-10-04T02:30:00' });
});
