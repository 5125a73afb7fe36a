import { expect, test } from 'vitest';
import { createApiClient } from '#shared/calls/api-client.ts';
import { anOpenEvent } from '#tests/support/guests.ts';
import { testApp } from '#tests/support/test-app.ts';
import {
  addRegistration,
  getCountsOfEvent,
  getRegistration,
  listRegistrations,
  messageGuests,
  moveRegistration,
  removeRegistration,
  setPresence,
} from './registrations-admin.client.ts';

test('the typed calls of an organiser', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const api = createApiClient(app.request, { token: () => token });
  const { id: eventId } = await anOpenEvent(app, token);
  const { id } = await addRegistration(api, eventId, { name: 'Ada', email: 'ada@example.org' });
  expect((await moveRegistration(api, { eventId, id }, { state: 'confirmed' })).name).toBe('Ada');
  expect((await setPresence(api, { eventId, id }, { isPresent: true })).presentAt).not.toBe(null);
  expect(await listRegistrations(api, eventId, { list: 'coming', search: 'ada' })).toMatchObject({ total: 1 });
  expect((await getCountsOfEvent(api, eventId)).coming).toEqual({ people: 1, places: 1 });
  expect(await messageGuests(api, eventId, { to: 'all', subject: 'Hello', text: 'World' })).toEqual({ count: 1 });
  expect((await removeRegistration(api, eventId, id)).cancelledBy).toBe('organiser');
  expect((await getRegistration(api, eventId, id)).state).toBe('cancelled');
});
