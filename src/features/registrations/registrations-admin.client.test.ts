import { expect, test } from 'vitest';
import { createApiClient } from '#shared/calls/api-client.ts';
import { anOpenEvent } from '#tests/support/guests.ts';
import { testApp } from '#tests/support/test-app.ts';
import { getCountsOfEvent, guestsPath } from './registrations-admin.client.ts';

test('the typed calls of an organiser', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const api = createApiClient(app.request, { token: () => token });
  const { id: eventId } = await anOpenEvent(app, token);
  await api.call('POST', guestsPath(eventId), { name: 'Ada', email: 'ada@example.org' });
  expect(await api.list(`${guestsPath(eventId)}?list=coming&search=ada`)).toMatchObject({ total: 1 });
  expect((await getCountsOfEvent(api, eventId)).coming).toEqual({ people: 1, places: 1 });
});
