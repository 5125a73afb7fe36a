import { expect, test } from 'vitest';
import { ConnectionLost } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { type ConflictResolution, isRefusal, saveFailureText, saveOnce } from './save-once.ts';

const conflict = { by: 'anna', at: '2026-11-21T08:00:00.000Z', version: 5 };
const refused = new ApiError(409, { message: 'Someone else has saved.', code: 'conflict', conflict });

const updatedAt = '2026-11-21T08:00:00.000Z';

/** Writes down what is called; updates are refused until they carry one of the `accepted` versions. */
function recorder(accepted: (number | null)[], choice: ConflictResolution = 'overwrite', isReplayed = false) {
  const calls: string[] = [];
  const parts = {
    key: 'k',
    create: async (key: string) => {
      calls.push(`create ${key}`);
      return { made: { id: 7, version: 3, updatedAt }, isReplayed };
    },
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

test('a new item is created once', async () => {
  const { calls, parts } = recorder([]);
  await saveOnce({ ...parts, item: null, version: null });
  expect(calls).toEqual(['create k']);
});

test('what was made under the same key before is not overwritten silently, and not taken for this', async () => {
  const theirs = recorder([3], 'load latest', true);
  expect((await saveOnce({ ...theirs.parts, item: null, version: null })).end).toBe('load latest');
  expect(theirs.calls).toEqual(['create k', 'resolveConflict']);
  const mine = recorder([3], 'overwrite', true);
  expect((await saveOnce({ ...mine.parts, item: null, version: null })).end).toBe('saved');
  expect(mine.calls).toEqual(['create k', 'resolveConflict', 'update 7 from 3']);
});

test('mine is saved over the version that was shown, and over no later one', async () => {
  const { calls, parts } = recorder([5]);
  const saved = await saveOnce({ ...parts, item: { id: 7, version: 4, updatedAt }, version: 4 });
  expect(saved).toEqual({ end: 'saved', item: { id: 7, version: 6, updatedAt } });
  expect(calls).toEqual(['update 7 from 4', 'resolveConflict', 'update 7 from 5']);
});

test('what went wrong is a sentence', () => {
  expect(saveFailureText(new ConnectionLost(null), 'No')).toBe('The connection was lost. Please try again.');
  expect(saveFailureText(new ApiError(400, { message: 'Too long', code: 'invalid' }), 'No')).toBe('Too long');
  expect(saveFailureText(new ApiError(500, { message: 'Something', code: 'internal' }), 'No')).toBe('No');
  const full = { message: 'The disk is full', code: 'disk_full' };
  expect(saveFailureText(new ApiError(507, full), 'No')).toBe('The disk is full');
  expect(saveFailureText(new TypeError('x is undefined'), 'No')).toBe('No');
});

test('a refusal has stored nothing, also one after which a retry may help; without an answer no one knows', () => {
  const answered = (status: number) => new ApiError(status, { message: '', code: '' });
  expect([400, 401, 404, 408, 409, 413, 429].filter((status) => !isRefusal(answered(status)))).toEqual([]);
  expect([500, 502, 503, 504].filter((status) => isRefusal(answered(status)))).toEqual([]);
  expect(isRefusal(new ConnectionLost(null))).toBe(false);
});
