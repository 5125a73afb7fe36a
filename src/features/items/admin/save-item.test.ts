import { expect, test } from 'vitest';
import { articleKind } from '#features/articles/article.kind.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import type { ConflictResolution } from '#ui/saving/saving.ts';
import { type Item, saveItemWithPicture } from './save-item.ts';

const conflict = { by: 'anna', at: '2026-11-21T08:00:00.000Z', version: 5 };
const refused = new ApiError(409, { message: 'Someone else has saved.', code: 'conflict', conflict });
const stored = { id: 7, updatedAt: '2026-11-21T08:00:00.000Z', imageUrl: null };

/** Saves and writes down what is called; updates are refused until they carry one of the `accepted` versions. */
async function save(
  accepted: number[],
  choice: ConflictResolution,
  { item = null as Item | null, isReplayed = false } = {},
) {
  const calls: string[] = [];
  const api = {
    create: async (path: string, _input: object, key: string) => {
      calls.push(`POST ${path} ${key}`);
      return { made: { ...stored, version: 3 }, isReplayed };
    },
    call: async (method: string, path: string, { version }: { version: number }) => {
      calls.push(`${method} ${path} over ${version}`);
      if (!accepted.includes(version)) throw refused;
      return { ...stored, version: 6 };
    },
  } as unknown as Api;
  const resolveConflict = async () => {
    calls.push('resolveConflict');
    return choice;
  };
  const given = { api, kind: articleKind, key: 'k', input: {}, picture: null, resolveConflict };
  const end = await saveItemWithPicture<Item>({ ...given, item, version: item?.version ?? null });
  return { calls, end };
}

test('a new item is created once', async () => {
  expect((await save([], 'overwrite')).calls).toEqual(['POST /articles/admin k']);
});

test('what was made under the same key before is not overwritten silently, and not taken for this', async () => {
  const theirs = await save([3], 'load latest', { isReplayed: true });
  expect(theirs.end.is).toBe('given up');
  expect(theirs.calls).toEqual(['POST /articles/admin k', 'resolveConflict']);
  const mine = await save([3], 'overwrite', { isReplayed: true });
  expect(mine.end.is).toBe('saved');
  expect(mine.calls).toEqual(['POST /articles/admin k', 'resolveConflict', 'PUT /articles/admin/7 over 3']);
});

test('mine is saved over the version that was shown, and over no later one', async () => {
  const { calls, end } = await save([5], 'overwrite', { item: { ...stored, version: 4 } });
  expect(end).toEqual({ is: 'saved', item: { ...stored, version: 6 } });
  expect(calls).toEqual(['PUT /articles/admin/7 over 4', 'resolveConflict', 'PUT /articles/admin/7 over 5']);
});
