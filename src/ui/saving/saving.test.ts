import { expect, test } from 'vitest';
import { ConnectionLost } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { isRefusal, saveFailureText } from './saving.ts';

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
