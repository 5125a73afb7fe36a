/** A site whose emails go to a real mail server when a test says so. */
import type { Config } from '#platform/config/config.ts';
import { smtpMailer } from '#platform/mail/smtp/smtp-mailer.ts';
import type { Engine } from './database.ts';
import { createMailWorker } from './newsletter.ts';
import { smtpServer } from './smtp.ts';
import { testApp } from './test-app.ts';

const mailFrom = { name: 'Society', address: 'news@society.example' };

/** `post` sends what is due to a real mail server, and answers the mails that arrived. */
export async function siteWithPost(engine: Engine, config: Partial<Config> = {}) {
  const app = await testApp({ engine, config: { mailFrom, ...config } });
  const server = await smtpServer();
  const worker = createMailWorker({ ...app.context, mailer: smtpMailer(server.url, mailFrom), connections: 1 });
  const post = async () => {
    const before = server.mails.length;
    await worker.sendDue();
    return server.mails.slice(before);
  };
  /** Whom each went to, and the beginning of its subject, by name. */
  const postSubjects = async () =>
    (await post())
      .map(({ envelopeTo, subject }) => `${String(envelopeTo[0]).split('@')[0]}: ${subject?.split(':')[0]}`)
      .sort();
  return {
    app,
    server,
    post,
    postSubjects,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}
