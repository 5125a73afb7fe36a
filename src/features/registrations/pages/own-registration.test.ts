import { expect, test } from 'vitest';
import { createApiClient } from '#shared/calls/api-client.ts';
import { anOpenEvent, tokenOf } from '#tests/support/guests.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { OwnRegistration } from '../registration.schema.ts';
import { getEventPlaces, signUp } from '../registrations.client.ts';
import {
  loadOwnRegistration,
  makeOwnChange,
  type OwnVerb,
  ownActionQuestion,
  ownRegistrationSentence,
  placesHint,
} from './own-registration.ts';

test('a guest confirms, changes, gives back and is erased', async () => {
  await using app = await testApp();
  const api = createApiClient(app.request);
  const { id } = await anOpenEvent(app, await app.signIn(), { capacity: 2, maxPlaces: 2, questions: ['Why?'] });
  await signUp(api, id, { name: 'Ada', email: 'ada@example.org' });
  expect(await getEventPlaces(api, id)).toEqual({ state: 'open', capacity: 2, placesLeft: 2 });
  const token = await tokenOf(app, id, 'ada@example.org');
  const before = await loadOwnRegistration(api, token);
  expect(before.registration?.state).toBe('pending');
  const make = async (verb: OwnVerb) => (await makeOwnChange(api, { token, before, verb })).registration;
  expect((await make({ do: 'confirm', input: {} }))?.state).toBe('confirmed');
  const input = { name: 'Ada L.', places: 2, answers: ['Because'] };
  expect(await make({ do: 'change', input })).toMatchObject({
    name: 'Ada L.',
    places: 2,
    answers: [{ question: 'Why?', answer: 'Because' }],
  });
  expect((await make({ do: 'give-back' }))?.state).toBe('cancelled');
  expect(await make({ do: 'erase' })).toBeNull();
  expect((await loadOwnRegistration(api, token)).said?.kind).toBe('error');
});

const own: OwnRegistration = {
  state: 'confirmed',
  name: 'Ada',
  email: 'ada@example.org',
  places: 1,
  answers: [],
  most: 2,
  placesLeft: 0,
  others: [],
  ahead: null,
  mostPlaces: 1,
  canGiveBack: true,
  cancelledBy: null,
  signup: 'open',
  eventId: 7,
  erasedAt: '2026-12-31T20:00:00.000Z',
};

test('where a sign-up stands', () => {
  const sentences: [change: Partial<OwnRegistration>, sentence: RegExp][] = [
    [{}, /^You have a place\.$/],
    [{ places: 3 }, /^You have 3 places\.$/],
    [{ state: 'waiting', ahead: 0 }, /^You are on the waiting list: you are first\./],
    [{ state: 'waiting', ahead: 3, signup: 'full' }, /^You are on the waiting list: 3 people are ahead of you\./],
    [
      { state: 'waiting', ahead: 0, places: 2, signup: 'full' },
      /As soon as 2 places are free together, .* If you choose fewer, you/,
    ],
    [{ state: 'waiting', ahead: 0, places: 2, placesLeft: 1 }, /Only 1 place is free now: if you choose 1,/],
    [
      { state: 'waiting', ahead: 0, signup: 'soon' },
      /As soon as a place is free for you, you have it, and we email you\.$/,
    ],
    [{ state: 'waiting', ahead: 0, signup: 'closed' }, /only the organisers give places now\.$/],
    [{ state: 'waiting', ahead: 0, signup: 'off' }, /only the organisers give places now\.$/],
    [{ state: 'pending' }, /^Please confirm that/],
    [{ state: 'pending', ahead: 0 }, /^Not enough places are free\. Once you confirm, you are on the waiting list\.$/],
    [{ state: 'pending', ahead: 0, places: 3, placesLeft: 2 }, /list\. Only 2 places are free now: if you choose 2,/],
    [{ state: 'cancelled', cancelledBy: 'guest' }, /^You have given your place back\.$/],
    [{ state: 'cancelled', cancelledBy: 'guest', places: 2 }, /^You have given your 2 places back\.$/],
    [{ state: 'cancelled', cancelledBy: 'organiser' }, /^The organisers have removed you from the list\.$/],
    [{ signup: 'cancelled' }, /^This event was cancelled\.$/],
    [{ signup: 'past' }, /^This event is over\.$/],
    [{ signup: 'past', state: 'cancelled', cancelledBy: 'guest' }, /^You have given your place back\.$/],
  ];
  for (const [change, sentence] of sentences) expect(ownRegistrationSentence({ ...own, ...change })).toMatch(sentence);
});

test('who cannot take more places reads why', () => {
  expect(placesHint({ ...own, signup: 'full' })).toBe('You cannot take more places: no more are free.');
  expect(placesHint({ ...own, signup: 'closed' })).toBe('You cannot take more places: sign-up has closed.');
  expect(placesHint({ ...own, mostPlaces: 2 })).toBeNull();
  expect(placesHint({ ...own, most: 1 })).toBeNull();
});

test('the question names what the guest gives up', () => {
  expect(ownActionQuestion('give-back', own)).toMatchObject({ message: 'Give your place back?' });
  expect(ownActionQuestion('give-back', { ...own, places: 2 })).toMatchObject({
    message: 'Give your places back?',
    action: 'Give my places back',
  });
  expect(ownActionQuestion('give-back', { ...own, state: 'waiting' })).toMatchObject({
    message: 'Leave the waiting list?',
  });
  expect(ownActionQuestion('erase', { ...own, places: 2 }).detail).toContain('and you lose your places.');
  expect(ownActionQuestion('erase', { ...own, signup: 'cancelled' }).detail).not.toContain('lose');
  expect(ownActionQuestion('erase', own)).toMatchObject({ action: 'Erase me' });
});
