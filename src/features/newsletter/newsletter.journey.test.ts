import { describe, expect, test } from 'vitest';
import { startWorkerJobs } from '#app/worker/jobs.ts';
import type { Article } from '#features/articles/article.schema.ts';
import { smtpMailer } from '#platform/mail/smtp/smtp-mailer.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { eventually, linkIn, type ReceivedMail, smtpServer } from '#tests/support/smtp.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

const subscriber = 'Reader@example.org';

async function publish(app: TestApp, token: string, title: string): Promise<string> {
  const article = await app.json<Article>('POST', '/articles/admin', anArticle({ title }), token);
  await app.json('POST', `/articles/admin/publish/${article.body.id}`, undefined, token);
  return `/newsletter/admin/send/${article.body.id}`;
}

async function allSent(app: TestApp): Promise<void> {
  await eventually(async () => {
    const left = await app.db.selectFrom('issues').select('id').where('state', '=', 'sending').executeTakeFirst();
    return !left;
  });
}

describe.each(engines)('the newsletter from end to end on %s', (engine) => {
  test('subscribe, confirm, receive one mail, and no other after leaving', async () => {
    await using server = await smtpServer();
    await using app = await testApp({ engine });
    const mailFrom = { name: 'Society', address: 'news@society.example' };
    const worker = startWorkerJobs({ ...app.context, mailer: smtpMailer(server.url, mailFrom) });
    try {
      const token = await app.signIn();
      await app.json('POST', '/newsletter/subscribe', { email: subscriber });
      const [confirmation] = (await server.waitForMails(1)) as [ReceivedMail];
      expect(confirmation.envelopeTo).toEqual([subscriber]);
      expect(confirmation.headers.get('auto-submitted')).toBe('auto-generated');
      expect(confirmation.text).toMatch(/^Please confirm your email address to get our newsletter\.\n/);
      const page = linkIn(confirmation, '/verify');
      expect(page.origin).toBe('https://society.example');
      expect(confirmation.html).toContain(page.href);

      const verify = `/newsletter/verify${page.search}`;
      const message = 'Email successfully verified!';
      const verified = { status: 'success', verified: true, message, data: { message, verified: true } };
      expect(await app.json('GET', verify)).toMatchObject({ status: 200, body: verified });
      expect((await app.json('GET', verify)).body).toEqual(verified);

      const send = await publish(app, token, 'Fledermäuse & farms');
      expect((await app.json('POST', send, undefined, token)).body).toMatchObject({ queued: 1, alreadySent: 0 });
      const [, newsletter] = (await server.waitForMails(2)) as [ReceivedMail, ReceivedMail];
      expect(newsletter).toMatchObject({ envelopeTo: [subscriber], subject: 'Fledermäuse & farms' });
      expect(newsletter.headers.get('list-id')).toBe('<newsletter.society.example>');
      expect(newsletter.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      expect(newsletter.text).toMatch(/https:\/\/society\.example\/articles\/\d+/);
      await allSent(app);

      expect((await app.json('POST', send, undefined, token)).body).toMatchObject({ queued: 0, alreadySent: 1 });
      const leave = linkIn(newsletter, '/unsubscribe');
      const left = await app.json('DELETE', `/newsletter/unsubscribe${leave.search}`);
      expect(left).toMatchObject({ status: 200, body: { message: 'You have been unsubscribed.' } });
      const next = await publish(app, token, 'Another');
      expect((await app.json('POST', next, undefined, token)).body).toMatchObject({ queued: 0, audience: 0 });

      // A mail to someone else comes after all that could have been sent to the subscriber.
      await app.json('POST', '/newsletter/subscribe', { email: 'last@example.org' });
      await server.waitForMails(1, 'last@example.org');
      await allSent(app);
      expect(server.mails.map(({ envelopeTo }) => envelopeTo[0])).toEqual([subscriber, subscriber, 'last@example.org']);
      const progress = await app.json('GET', send.replace('send', 'issues'), undefined, token);
      expect(progress.body).toMatchObject({ state: 'done', total: 1, counts: { sent: 1, queued: 0 } });
    } finally {
      await worker.stop();
    }
  });
});
