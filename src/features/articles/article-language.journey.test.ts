import { expect, test } from 'vitest';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { appWithSubscribers, collector } from '#tests/support/newsletter.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { Article } from './article.schema.ts';

const german =
  '<p>Was der Fluss mit sich trägt, ist nicht nur Wasser: Die Bakterien wandern mit ihm und auch mit den Tieren.</p>';

test.each(engines)(
  'the language is detected, can be chosen, survives other saves, and can be detected again on %s',
  async (engine) => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const input = anArticle({
      title: 'Was der Fluss trägt',
      description: 'Nicht nur Wasser.',
      content: german,
      isPublished: true,
    });
    const { id } = (await app.json<Article>('POST', '/articles/admin', input, token)).body;
    const languages = async () => {
      const { lang, guessedLang } = (await app.json<Article>('GET', `/articles/${id}`)).body;
      return [lang, guessedLang];
    };
    const save = (change: object) => app.json('PUT', `/articles/admin/${id}`, change, token);
    expect(await languages()).toEqual([null, 'de']);
    expect((await save({ lang: 'de-AT' })).status).toBe(200);
    expect((await save({ title: 'Der Fluss' })).status).toBe(200);
    expect(await languages()).toEqual(['de-AT', 'de']);
    expect((await save({ lang: 'not a language' })).body).toMatchObject({ fields: { lang: expect.any(String) } });
    expect((await save({ lang: null })).status).toBe(200);
    expect(await languages()).toEqual([null, 'de']);
  },
);

test.each(engines)('a mail names the language of its article unless it is English, on %s', async (engine) => {
  const languageOf = async (change: object) => {
    await using post = await appWithSubscribers(engine, 1, { content: german });
    const token = await post.app.signIn();
    const [article] = (await post.app.json<Article[]>('GET', '/articles')).body;
    await post.app.json('PUT', `/articles/admin/${article?.id}`, change, token);
    const { mails, mailer } = collector();
    await post.send();
    await createDeliveryWorker({ ...post.app.context, mailer }).sendDue();
    return /<div lang="([^"]*)">/.exec(mails[0]?.html ?? '<div lang="no mail">')?.[1];
  };
  expect(await languageOf({ lang: null })).toBe('de');
  expect(await languageOf({ lang: 'de-AT' })).toBe('de-AT');
  expect(await languageOf({ lang: 'en' })).toBeUndefined();
});
