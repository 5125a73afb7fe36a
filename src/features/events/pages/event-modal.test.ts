import { expect, test } from 'vitest';
import { isNotOverYet } from './event-modal.tsx';

const evening = {
  eventDate: '2026-12-01T18:30:00',
  startsAt: '2026-12-01T23:30:00.000Z',
  endDate: null,
  endsAt: null,
  cancelledAt: null,
};
const until = { endDate: '2026-12-01T20:30:00', endsAt: '2026-12-02T01:30:00.000Z' };
const joined = (change: object, now: string) => isNotOverYet({ ...evening, ...change }, now, 'America/New_York');

test('an event without an end can be joined until its day ends in the zone of the site', () => {
  for (const now of ['2026-11-22T12:00:00.000Z', '2026-12-01T23:30:01.000Z', '2026-12-02T04:59:59.999Z'])
    expect(joined({}, now), now).toBe(true);
  expect(joined({}, '2026-12-02T05:00:00.000Z')).toBe(false);
});

test('an event with an end can be joined until it ends, a cancelled one never', () => {
  expect(joined(until, '2026-12-02T01:30:00.000Z')).toBe(true);
  expect(joined(until, '2026-12-02T01:30:01.000Z')).toBe(false);
  const cancelledAt = '2026-11-01T00:00:00.000Z';
  expect(joined({ cancelledAt }, '2026-12-01T12:00:00.000Z')).toBe(false);
  expect(joined({ cancelledAt }, '2026-12-02T00:00:00.000Z')).toBe(false);
});
