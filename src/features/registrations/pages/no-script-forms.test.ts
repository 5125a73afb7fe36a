import type { ActionFunctionArgs } from 'react-router';
import { expect, test } from 'vitest';
import { createApiClient } from '#shared/calls/api-client.ts';
import { anOpenEvent } from '#tests/support/guests.ts';
import { testApp } from '#tests/support/test-app.ts';
import { answerSignupForm } from './no-script-forms.ts';

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
  const post = async (more: Record<string, string>) => {
    const body = new URLSearchParams({ ...typed, ...more });
    const request = new Request(`http://localhost/signup?event=${id}`, { method: 'POST', body });
    const context = { get: () => createApiClient(app.request) };
    return answerSignupForm({ request, context } as unknown as ActionFunctionArgs);
  };
  expect(await post({})).toMatchObject({ data: { signup: { outcome: { kind: 'success' } } } });
  const mails = () => app.db.selectFrom('mails').select('id').execute();
  const before = await mails();
  const edited = await post({ do: 'edit' });
  expect(edited).toMatchObject({
    data: { signup: { values: { name: 'Ada', places: 2, answers: ['Bats'], newsletter: true } } },
  });
  expect(edited).not.toHaveProperty('data.signup.outcome');
  expect(await mails()).toEqual(before);
});
