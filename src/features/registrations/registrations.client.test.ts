import { expect, test } from 'vitest';
import { createApiClient } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { anOpenEvent, tokenOf } from '#tests/support/guests.ts';
import { testApp } from '#tests/support/test-app.ts';
import {
  changeOwnRegistration,
  confirmRegistration,
  eraseOwnRegistration,
  getEventPlaces,
  getOwnRegistration,
  giveBackPlaces,
  signUp,
} from './registrations.client.ts';

test('the typed calls of a guest', async () => {
  await using app = await testApp();
  const api = createApiClient(app.request);
  const { id } = await anOpenEvent(app, await app.signIn(), { capacity: 2, maxPlaces: 2, questions: ['Why?'] });
  await signUp(api, id, { name: 'Ada', email: 'ada@example.org' });
  expect(await getEventPlaces(api, id)).toEqual({ state: 'open', capacity: 2, placesLeft: 2 });
  const token = await tokenOf(app, id, 'ada@example.org');
  expect((await getOwnRegistration(api, token)).state).toBe('pending');
  expect((await confirmRegistration(api, token, {})).state).toBe('confirmed');
  const change = { name: 'Ada L.', places: 2, answers: ['Because'] };
  expect(await changeOwnRegistration(api, token, change)).toMatchObject({
    name: 'Ada L.',
    places: 2,
    answers: [{ question: 'Why?', answer: 'Because' }],
  });
  expect((await giveBackPlaces(api, token)).state).toBe('cancelled');
  await eraseOwnRegistration(api, token);
  await expect(getOwnRegistration(api, token)).rejects.toThrow(ApiError);
});
