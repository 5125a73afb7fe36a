import { describe, expect, test } from 'vitest';
import type { Article } from '#features/articles/article.schema.ts';
import { anArticle } from './support/builders.ts';
import { engines } from './support/database.ts';
import { testApp } from './support/test-app.ts';

describe.each(engines)('the newsletter calls on %s', (engine) => {
  test('subscribing answers the same to everyone, and refuses what is no address (B5, B6)', async () => {
    await using app = await testApp({ engine });
    const message = 'Subscribed! Please check your inbox to verify your email.';
    for (const email of ['reader@example.org', ' READER@example.org ', 'reader@example.org'])
      expect(await app.json('POST', '/newsletter/subscribe', { email })).toMatchObject({
        status: 200,
        body: { message },
      });
    expect(await app.db.selectFrom('subscribers').select('emailKey').execute()).toEqual([
      { emailKey: 'reader@example.org' },
    ]);
    for (const email of ['', 'reader', 'a b@example.org', 'reader@example', `${'a'.repeat(250)}@b.org`, 7, null])
      expect(await app.json('POST', '/newsletter/subscribe', { email })).toMatchObject({
        status: 400,
        body: { message: 'Please enter a valid email address.' },
      });
  });

  test('verifying an unknown token is refused in the shape of B4', async () => {
    await using app = await testApp({ engine });
    for (const query of ['?token=unknown', '?token=', ''])
      expect(await app.json('GET', `/newsletter/verify${query}`)).toMatchObject({
        status: 400,
        body: { status: 'error', verified: false, message: expect.any(String), data: { message: expect.any(String) } },
      });
  });

  test('unsubscribing answers the same, subscribed or not, by DELETE and by POST (B1, B2)', async () => {
    await using app = await testApp({ engine });
    await app.json('POST', '/newsletter/subscribe', { email: 'reader@example.org' });
    for (const method of ['DELETE', 'POST'])
      for (const email of ['reader@example.org', 'nobody@example.org'])
        expect(await app.json(method, `/newsletter/unsubscribe?email=${email}`)).toMatchObject({
          status: 200,
          body: { message: 'You have been unsubscribed.' },
        });
    expect(await app.json('DELETE', '/newsletter/unsubscribe')).toMatchObject({
      status: 400,
      body: { message: 'Missing email address in the unsubscribe link.' },
    });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const oneClick = await app.request('/api/v1/newsletter/unsubscribe?email=reader@example.org', {
      method: 'POST',
      headers: form,
      body: 'List-Unsubscribe=One-Click',
    });
    expect(oneClick.status).toBe(200);
  });

  test('sending twice reaches each confirmed subscriber once (A2)', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    for (const email of ['one@example.org', 'two@example.org', 'pending@example.org'])
      await app.json('POST', '/newsletter/subscribe', { email });
    await app.db
      .updateTable('subscribers')
      .set({ state: 'confirmed', confirmedAt: app.clock.now().toISOString() })
      .where('emailKey', '!=', 'pending@example.org')
      .execute();
    const article = await app.json<Article>('POST', '/articles/admin', anArticle({ isPublished: true }), token);
    const send = `/newsletter/admin/send/${article.body.id}`;
    expect(await app.json('POST', send, undefined, token)).toMatchObject({
      status: 200,
      body: { message: expect.any(String), queued: 2, alreadySent: 0, audience: 2 },
    });
    expect((await app.json('POST', send, undefined, token)).body).toMatchObject({ queued: 0, audience: 2 });
    expect(await app.db.selectFrom('mails').where('issueId', 'is not', null).select('id').execute()).toHaveLength(2);
  });

  test('a draft is not sent', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const article = await app.json<Article>('POST', '/articles/admin', anArticle(), token);
    const { status } = await app.json('POST', `/newsletter/admin/send/${article.body.id}`, undefined, token);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await app.db.selectFrom('mails').where('issueId', 'is not', null).select('id').execute()).toEqual([]);
  });
});
