/** No text that comes in keeps a control character, so none leaves in a page, a feed or a mail. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import type { Mail } from '#platform/mail/mailer-contract.ts';
import { samples } from './support/builders.ts';
import { anOpenEvent, ask } from './support/guests.ts';
import { appWithSubscribers, collector } from './support/newsletter.ts';
import { testApp } from './support/test-app.ts';

const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const dirty = 'It\u0092s\u0000\u001b \u009fclean\u0085\u007f\u0081';

test.each(Object.entries(samples))('no control character stays in any text of %s', async (name, { input }) => {
  await using app = await testApp();
  const token = await app.signIn();
  const texts = ['title', 'name', 'description', 'excerpt', 'imageAlt', 'location', 'address', 'position', 'bio'];
  const spoilt = JSON.parse(JSON.stringify(input), (key, value) => {
    if (key === 'content') return `<p>${dirty}</p>`;
    return texts.includes(key) && typeof value === 'string' ? dirty : value;
  });
  const answer = await app.json('POST', `/${name}/admin`, spoilt, token);
  expect(answer.status).toBe(201);
  expect(JSON.stringify(answer.body)).toContain('It’s Ÿclean…');
  expect(JSON.stringify(answer.body)).not.toMatch(controls);
});

test('no control character stays in what a guest writes, in settings or in an account', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const { id } = await anOpenEvent(app, token, { questions: [`Why? ${dirty}`] });
  expect((await ask(app, id, { name: dirty, answers: [dirty] })).status).toBe(200);
  const guest = await app.db.selectFrom('registrations').select(['name', 'answers']).executeTakeFirst();
  const settings = { societyName: dirty, shortName: dirty, aboutText: dirty, contactLine: dirty };
  expect((await app.json('PUT', '/settings/admin', settings, token)).status).toBe(200);
  const account = { username: 'It\u0092s\u0000\u001b', email: 'editor@society.example' };
  expect((await app.json('PUT', '/admin/account', account, token)).status).toBe(200);
  const named = await app.json('GET', '/admin/administrators', undefined, token);
  const answers = [{ body: guest }, await app.json('GET', '/settings'), named];
  for (const { body } of answers) {
    expect(JSON.stringify(body)).toContain('It’s');
    expect(JSON.stringify(body)).not.toMatch(controls);
  }
});

test('c1-controls.json', async () => {
  const { article } = JSON.parse(readFileSync(new URL('cases/mail/c1-controls.json', import.meta.url), 'utf8'));
  await using post = await appWithSubscribers('sqlite', 1, article);
  const { mails, mailer } = collector();
  await post.send();
  await createDeliveryWorker({ ...post.app.context, mailer }).sendDue();
  const { html, text } = mails[0] as Mail;
  for (const part of [html, text]) {
    expect(part).toContain('It’s a c1 control');
    expect(part).not.toMatch(controls);
  }
});
