import { expect, test } from 'vitest';
import { ConnectionLost } from '#shared/api-client.ts';
import { ApiError } from '#shared/api-error.ts';
import type { ConflictResolution } from './editing-context.ts';
import { saveFailure, saveOnce, typedOnTop } from './save-once.ts';

const conflict = { by: 'anna', at: '2026-11-21T08:00:00.000Z', version: 5 };
const refused = new ApiError(409, { message: 'Somebody else has saved.', code: 'conflict', conflict });

/** When the item under the key was made, and by whom. */
type Made = 'now' | 'here before' | 'elsewhere';
const updatedAt = '2026-11-21T08:00:00.000Z';

/** Writes down what is called; updates are refused until they carry one of the `accepted` versions. */
function recorder(accepted: (number | null)[], choice: ConflictResolution = 'overwrite', made = 'now' as Made) {
  const calls: string[] = [];
  const parts = {
    key: 'k',
    saves: [],
    create: async (key: string) => {
      calls.push(`create ${key}`);
      return { made: { id: 7, version: 3, updatedAt }, isReplayed: made !== 'now' };
    },
    isOwnCreation: async () => made === 'here before',
    update: async (id: number, version: number | null) => {
      calls.push(`update ${id} from ${version}`);
      if (!accepted.includes(version)) throw refused;
      return { id, version: 6, updatedAt };
    },
    resolveConflict: async () => {
      calls.push('resolveConflict');
      return choice;
    },
  };
  return { calls, parts };
}

test('a new item is created once, and only once more looked at when its answer may have been lost', async () => {
  const first = recorder([]);
  await saveOnce({ ...first.parts, item: null, version: null });
  expect(first.calls).toEqual(['create k']);
  const again = recorder([1], 'overwrite', 'here before');
  await saveOnce({ ...again.parts, item: null, version: null });
  expect(again.calls).toEqual(['create k', 'update 7 from 1']);
});

test('a lost creation that a colleague has changed since is not overwritten silently', async () => {
  const { calls, parts } = recorder([5], 'load latest', 'here before');
  const saved = await saveOnce({ ...parts, item: null, version: null });
  expect(saved.end).toBe('load latest');
  expect(calls).toEqual(['create k', 'update 7 from 1', 'resolveConflict']);
});

test('what another device has made under the same key is not overwritten silently, and not taken for this', async () => {
  const taken = recorder([3], 'load latest', 'elsewhere');
  expect((await saveOnce({ ...taken.parts, item: null, version: null })).end).toBe('load latest');
  expect(taken.calls).toEqual(['create k', 'resolveConflict']);
  const mine = recorder([3], 'overwrite', 'elsewhere');
  expect((await saveOnce({ ...mine.parts, item: null, version: null })).end).toBe('saved');
  expect(mine.calls).toEqual(['create k', 'resolveConflict', 'update 7 from 3']);
});

test('mine is saved over the version that was shown, and over no later one', async () => {
  const { calls, parts } = recorder([5]);
  const saved = await saveOnce({ ...parts, item: { id: 7, version: 4, updatedAt }, version: 4 });
  expect(saved).toEqual({ end: 'saved', item: { id: 7, version: 6, updatedAt } });
  expect(calls).toEqual(['update 7 from 4', 'resolveConflict', 'update 7 from 5']);
});

const sent = { title: 'Bats', text: 'One ', day: { at: 1 } };

test.each([
  ['nothing is typed since', sent, { title: 'Owls' }, { title: 'Owls', text: 'One ', day: { at: 1 } }],
  [
    'another field',
    { ...sent, text: 'One more' },
    { title: 'Owls' },
    { title: 'Owls', text: 'One more', day: { at: 1 } },
  ],
  ['the same change', { ...sent, title: 'Owls' }, { title: 'Owls' }, { ...sent, title: 'Owls' }],
  ['the same field', { ...sent, title: 'Bees' }, { title: 'Owls' }, null],
  ['what is no text', { ...sent, day: { at: 2 } }, { day: { at: 3 } }, null],
])('after a merge the form holds what the site has and what was typed since: %s', (_, typed, theirs, expected) => {
  // The site trims.
  const both = typedOnTop({ sent, typed, stored: { ...sent, text: 'One', ...theirs } });
  expect(both?.values ?? null).toEqual(expected);
  if (both) expect(both.saved).toEqual({ ...sent, ...theirs });
});

test('a day of a colleague and an hour that was typed since are one place: nobody decides but a person', () => {
  const sent = { date: '2026-12-01', time: '18:00', title: 'Talk' };
  const typed = { ...sent, time: '19:00' };
  expect(typedOnTop({ sent, typed, stored: { ...sent, date: '2026-12-03' } })).toBeNull();
  const titled = typedOnTop({ sent, typed, stored: { ...sent, title: 'A talk' } });
  expect(titled?.values).toEqual({ ...typed, title: 'A talk' });
});

test('what went wrong is a sentence', () => {
  expect(saveFailure(new ConnectionLost(null), 'No')).toBe('The connection was lost. Please try again.');
  expect(saveFailure(new ApiError(400, { message: 'Too long', code: 'invalid' }), 'No')).toBe('Too long');
  expect(saveFailure(new ApiError(500, { message: 'Something', code: 'internal' }), 'No')).toBe('No');
  const full = { message: 'The disk is full', code: 'disk_full' };
  expect(saveFailure(new ApiError(507, full), 'No')).toBe('The disk is full');
  expect(saveFailure(new TypeError('x is undefined'), 'No')).toBe('No');
});
