import { expect, test } from 'vitest';
import { ConnectionLost } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { mayPass, retryPauseMs } from './retry.ts';

test('a call is tried again after no answer, a full or a broken server, and not after a refusal', () => {
  const refused = (status: number) => new ApiError(status, { message: '', code: '' });
  expect(mayPass(new ConnectionLost(null))).toBe(true);
  expect([408, 429, 500, 502, 503].filter((status) => !mayPass(refused(status)))).toEqual([]);
  expect([400, 401, 403, 404, 409, 413, 501].filter((status) => mayPass(refused(status)))).toEqual([]);
});

test('the pause before a retry doubles up to a minute', () => {
  expect([1, 2, 3, 4, 5, 50].map(retryPauseMs)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});
