import { expect, test } from 'vitest';
import { renderArticle } from '#features/newsletter/content/rendering.server.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { anOpenEvent, ask } from '#tests/support/guests.ts';
import { appWithPost, subscribe } from '#tests/support/newsletter.ts';

test.each(engines)('mails to subscribers and guests say what is stored once a page says so, on %s', async (engine) => {
  await using site = await appWithPost(engine);
  const { app } = site;
  const token = await app.signIn();
  const event = await anOpenEvent(app, token);
  const article = (await app.json<{ id: number }>('POST', '/articles/admin', anArticle(), token)).body;
  const mailsTo = async (name: string) => {
    await subscribe(app, `${name}@example.org`);
    await ask(app, event.id, { name, email: `guest-${name}@example.org` });
    const mails = await site.send();
    expect(mails).toHaveLength(2);
    return [...mails, await renderArticle(app.context, article.id)];
  };
  for (const { html, text } of await mailsTo('ada')) expect(`${html}${text}`).not.toContain('What we keep');
  const page = { title: 'Privacy', address: 'privacy', content: '<p>Little.</p>', isPublished: true };
  expect((await app.json('POST', '/pages/admin', page, token)).status).toBe(201);
  for (const { html, text } of await mailsTo('ben')) {
    expect(html).toContain('href="https://society.example/privacy"');
    expect(text).toContain('What we keep: https://society.example/privacy\n');
  }
});
