/** A site with confirmed subscribers and one article to send them. */
import type { NotNull } from 'kysely';
import type { Article } from '#features/articles/article.schema.ts';
import type { Config } from '#platform/config/config.ts';
import { type SmtpOptions, smtpMailer } from '#platform/mail/smtp/smtp-mailer.ts';
import { anArticle } from './builders.ts';
import type { Engine } from './database.ts';
import { createMailWorker, latestIssue } from './newsletter.ts';
import { testApp } from './test-app.ts';

/** The subscribers are `r1@example.org`…; `send` queues the article, `deliveryWorker` carries it to the SMTP server at `url`. */
export async function siteWithSubscribers(engine: Engine, count: number, config: Partial<Config> = {}) {
  const from = { name: 'Society', address: 'news@society.example' };
  const app = await testApp({ engine, config: { mailFrom: from, ...config } });
  const at = app.clock.now().toISOString();
  const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: at };
  const emails = Array.from({ length: count }, (_, n) => `r${n + 1}@example.org`);
  const rows = emails.map((email) => ({ email, emailKey: email, state: 'confirmed' as const, ...dates }));
  await app.db.insertInto('subscribers').values(rows).execute();
  const token = await app.signIn();
  const article = await app.json<Article>('POST', '/articles/admin', anArticle({ isPublished: true }), token);
  return {
    app,
    articleId: article.body.id,
    // Signs in anew: a test may have let months pass.
    send: async () => app.json('POST', `/newsletter/admin/send/${article.body.id}`, undefined, await app.signIn()),
    control: async (verb: 'pause' | 'resume' | 'cancel' | 'retry' | 'resend-unknown') =>
      app.json('POST', `/newsletter/admin/issues/${await latestIssue(app)}/${verb}`, undefined, await app.signIn()),
    deliveryWorker: (url: string, options: SmtpOptions = {}) =>
      createMailWorker({ ...app.context, mailer: smtpMailer(url, from, options), connections: 1 }),
    deliveries: () =>
      app.db
        .selectFrom('mails')
        .where('issueId', 'is not', null)
        .selectAll()
        .$narrowType<{ messageId: NotNull }>()
        .orderBy('id')
        .execute(),
    issue: () => app.db.selectFrom('issues').selectAll().executeTakeFirstOrThrow(),
    subscriber: (email: string) =>
      app.db.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirstOrThrow(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
