import type { ActionFunctionArgs } from 'react-router';
import { describe, expect, test } from 'vitest';
import { createApiClient } from '#shared/calls/api-client.ts';
import { engines } from '#tests/support/database.ts';
import { anOpenEvent, comes, mine } from '#tests/support/guests.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { answerSignupForm } from './no-script-forms.ts';
import { shownOf } from './own-registration.ts';

function post(app: TestApp, path: string, body: URLSearchParams) {
  const request = new Request(`http://localhost${path}`, { method: 'POST', body });
  const context = { get: () => createApiClient(app.request) };
  return answerSignupForm({ request, context } as unknown as ActionFunctionArgs);
}

test('what was entered comes back to be changed, and nothing is sent', async () => {
  await using app = await testApp();
  const { id } = await anOpenEvent(app, await app.signIn(), { maxPlaces: 2, questions: ['Why?'] });
  const typed = {
    name: 'Ada',
    email: 'ada@example.org',
    places: '2',
    question: 'Why?',
    answer: 'Bats',
    newsletter: 'yes',
  };
  const send = (more: Record<string, string>) =>
    post(app, `/signup?event=${id}`, new URLSearchParams({ ...typed, ...more }));
  expect(await send({})).toMatchObject({ data: { signup: { outcome: { kind: 'success' } } } });
  const mails = () => app.db.selectFrom('mails').select('id').execute();
  const before = await mails();
  const edited = await send({ do: 'edit' });
  expect(edited).toMatchObject({
    data: { signup: { values: { name: 'Ada', places: 2, answers: ['Bats'], newsletter: true } } },
  });
  expect(edited).not.toHaveProperty('data.signup.outcome');
  expect(await mails()).toEqual(before);
});

describe.each(engines)('two pages of one sign-up on %s', (engine) => {
  test('each changes only what was changed in it', async () => {
    await using app = await testApp({ engine });
    const { id } = await anOpenEvent(app, await app.signIn(), { maxPlaces: 3, questions: ['Why?', 'How?'] });
    const { token } = await comes(app, id, 'Ada', { places: 2, answers: ['Bats', 'On foot'] });
    const { body: opened } = await mine(app, 'GET', token);
    const save = async ({ name = 'Ada', places = '2', answers = ['Bats', 'On foot'] }) => {
      const body = new URLSearchParams({ token, do: 'change', shown: shownOf(opened), name, places });
      answers.forEach((answer, at) => {
        body.append('question', ['Why?', 'How?'][at] ?? '');
        body.append('answer', answer);
      });
      return post(app, '/signup', body);
    };
    expect(await save({ places: '3', answers: ['Bats', 'By bus'] })).toMatchObject({
      own: { registration: { places: 3 } },
    });
    expect(await save({ name: 'Ada L.', answers: ['Owls', 'On foot'] })).toMatchObject({
      own: { said: { kind: 'success' }, registration: { name: 'Ada L.', places: 3 } },
    });
    const wrong = await save({ name: ' ', places: '1' });
    expect(wrong).toMatchObject({
      own: { said: { kind: 'error', typed: { name: '', places: 1 } }, registration: { name: 'Ada L.', places: 3 } },
    });
    const cut = await save({ name: ' ', answers: ['Bats', 'By boat'] });
    expect(cut).toMatchObject({ own: { said: { typed: { name: '', answers: ['Owls', 'By boat'] } } } });
    expect(cut).not.toHaveProperty('own.said.typed.places', expect.anything());
    expect((await mine(app, 'GET', token)).body).toMatchObject({
      name: 'Ada L.',
      places: 3,
      answers: [{ answer: 'Owls' }, { answer: 'By bus' }],
    });
  });
});

test('a form with odd hidden values is refused with a sentence', async () => {
  await using app = await testApp();
  const { id } = await anOpenEvent(app, await app.signIn(), { maxPlaces: 3 });
  const { token } = await comes(app, id, 'Ada');
  for (const shown of ['{', '[]', '"x"', '{"places":"two"}', 'null']) {
    const body = new URLSearchParams({ token, do: 'change', shown, name: 'Ada', places: '2' });
    expect(await post(app, '/signup', body)).toMatchObject({ own: { said: expect.anything() } });
  }
});
