import { describe, expect, test } from 'vitest';
import { recipientsSentence } from '#features/newsletter/issues/admin/recipients-sentence.ts';
import type { Tables } from '#platform/db/tables.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';

type State = Tables['subscribers']['state'];

describe.each(engines)('%s', (engine) => {
  test('the audience is everyone confirmed, and for an article those who have not had it', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const states: State[] = ['confirmed', 'confirmed', 'confirmed', 'pending', 'unsubscribed', 'suppressed'];
    const at = app.clock.now().toISOString();
    const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: at };
    const add = (email: string, state: State) =>
      app.db
        .insertInto('subscribers')
        .values({ email, emailKey: email, state, ...dates })
        .execute();
    for (const [index, state] of states.entries()) await add(`r${index}@example.org`, state);
    const ask = async (query = '') =>
      (await app.json('GET', `/newsletter/admin/audience${query}`, undefined, token)).body;
    const draft = (await app.json<{ id: number }>('POST', '/articles/admin', anArticle(), token)).body.id;
    expect(await ask()).toEqual({ audience: 3, others: 0, alreadySent: 0, underWay: 0, notConfirmed: 0, toSend: 3 });
    expect(await ask(`?articleId=${draft}`)).toEqual({
      audience: 3,
      others: 0,
      alreadySent: 0,
      underWay: 0,
      notConfirmed: 0,
      toSend: 3,
    });

    await app.json('POST', `/articles/admin/publish/${draft}`, undefined, token);
    const sent = await app.json('POST', `/newsletter/admin/send/${draft}`, undefined, token);
    expect(sent.body).toMatchObject({ queued: 3 });
    expect(await ask(`?articleId=${draft}`)).toEqual({
      audience: 3,
      others: 0,
      alreadySent: 3,
      underWay: 3,
      notConfirmed: 0,
      toSend: 0,
    });
    expect(await ask()).toEqual({ audience: 3, others: 0, alreadySent: 0, underWay: 0, notConfirmed: 0, toSend: 3 });

    // One mail was refused for good, one subscriber left, one is new.
    await app.db.updateTable('mails').where('issueId', 'is not', null).set({ state: 'sent' }).execute();
    const first = app.db.selectFrom('mails').select((select) => select.fn.min('id').as('id'));
    await app.db.updateTable('mails').set({ state: 'failed' }).where('id', '=', first).execute();
    await app.db
      .updateTable('subscribers')
      .set({ state: 'unsubscribed' })
      .where('email', '=', 'r2@example.org')
      .execute();
    await add('new@example.org', 'confirmed');
    expect(await ask(`?articleId=${draft}`)).toEqual({
      audience: 3,
      others: 0,
      alreadySent: 1,
      underWay: 0,
      notConfirmed: 0,
      toSend: 2,
    });
    const again = await app.json('POST', `/newsletter/admin/send/${draft}`, undefined, token);
    expect(again.body).toMatchObject({ queued: 2 });
  });
});

test('an article that does not exist has no audience', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const statusOf = async (id: string) =>
    (await app.json('GET', `/newsletter/admin/audience?articleId=${id}`, undefined, token)).status;
  expect(await statusOf('99')).toBe(404);
  expect(await statusOf('one')).toBe(400);
});

test.each([
  [214, 0, 'The newsletter will be sent to 214 subscribers.'],
  [1284, 0, 'The newsletter will be sent to 1,284 subscribers.'],
  [1, 0, 'The newsletter will be sent to 1 subscriber.'],
  [3, 1, 'The newsletter will be sent to 2 subscribers. 1 has already had it.'],
  [9, 8, 'The newsletter will be sent to 1 subscriber. 8 have already had it.'],
  [5, 5, 'Every subscriber has already been sent this article: no email will be sent.'],
  [0, 0, 'You have no subscribers yet, so no email will be sent.'],
])('of %i subscribers %i have had it', (audience, alreadySent, sentence) => {
  expect(
    recipientsSentence({
      audience,
      others: 0,
      alreadySent,
      underWay: 0,
      notConfirmed: 0,
      toSend: audience - alreadySent,
    }),
  ).toBe(sentence);
});
