import { expect, test } from 'vitest';
import { createApiClient } from './api-client.ts';
import type { ApiError } from './api-error.ts';

const calls: [method: string, path: string, sentence: string][] = [
  ['POST', '/admin/login', 'Login failed'],
  ['POST', '/uploads/events', 'Unknown upload error'],
  ['POST', '/newsletter/subscribe', 'Something went wrong. Are you already subscribed?'],
  [
    'DELETE',
    '/newsletter/unsubscribe?email=a@b.example',
    'Unsubscription failed. This link may be invalid or expired.',
  ],
  ['GET', '/newsletter/verify?token=x', 'Verification failed'],
  ['POST', '/newsletter/admin/send/7', 'Failed to send newsletter'],
  ['POST', '/articles/admin/publish/7', 'Failed to publish article'],
  ['PUT', '/members/admin/7/image', 'Failed to upload image'],
  ['GET', '/events', 'Failed to load events'],
  ['GET', '/events/upcoming?limit=3', 'Failed to load upcoming events'],
  ['GET', '/events/past', 'Failed to load past events'],
  ['GET', '/events/7', 'Failed to load event'],
  ['POST', '/events/admin', 'Failed to save event'],
  ['DELETE', '/events/admin/7', 'Failed to delete event'],
  ['GET', '/articles/admin?limit=60', 'Failed to load articles'],
  ['GET', '/articles/7', 'Failed to load article'],
  ['PUT', '/articles/admin/7', 'Failed to save article'],
  ['DELETE', '/articles/admin/7', 'Failed to delete article'],
  ['GET', '/members', 'Failed to load members'],
  ['PUT', '/members/admin/7', 'Failed to save member'],
  ['DELETE', '/members/admin/7', 'Failed to delete member'],
  ['GET', '/settings', 'Something went wrong. Please try again later.'],
];

async function refused([method, path]: readonly string[], status: number, answer: string): Promise<ApiError> {
  const api = createApiClient(() => new Response(answer, { status }));
  return api.call(method ?? '', path ?? '').catch((error: unknown) => error as ApiError) as Promise<ApiError>;
}

test.each(calls)('%s %s without a message: %s', async (...call) => {
  for (const answer of ['<html>Bad Gateway</html>', '{}', '{"message":""}', 'null'])
    expect((await refused(call, 502, answer)).message).toBe(call[2]);
});

test('the server’s message is kept, wherever it stands in the answer', async () => {
  const login = ['POST', '/admin/login'];
  expect(await refused(login, 400, '{"message":"Locked"}')).toMatchObject({ message: 'Locked', isForPeople: true });
  expect(await refused(login, 503, '{"message":"Back at 9"}')).toMatchObject({
    message: 'Back at 9',
    isForPeople: true,
  });
  expect((await refused(login, 400, '{"status":"error","data":{"message":"Expired"}}')).message).toBe('Expired');
  const own = '{"message":"On our side","code":"internal"}';
  expect(await refused(login, 500, own)).toMatchObject({ message: 'On our side', isForPeople: false });
});

test('a late 401 for a token that was replaced since does not end the session', async () => {
  const stored = { token: 'one' as string | null };
  let ended = 0;
  const refuse = (meanwhile: string | null) => async () => {
    stored.token = meanwhile;
    return Response.json({ message: 'Please sign in.' }, { status: 401 });
  };
  const options = { token: () => stored.token, onUnauthorized: () => void (ended += 1) };
  for (const [meanwhile, times] of [
    ['two', 0],
    ['one', 1],
    [null, 1],
  ] as const) {
    stored.token = 'one';
    ended = 0;
    await expect(createApiClient(refuse(meanwhile), options).call('GET', '/bin')).rejects.toThrow('Please sign in.');
    expect(ended, `${meanwhile}`).toBe(times);
  }
});
