/** The newsletter for tests: they send by hand the emails that are due, and subscribers exist from the start. */
import type { NotNull } from 'kysely';
import { emailGroups } from '#app/email-kinds.ts';
import type { Article } from '#features/articles/article.schema.ts';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import type { SendAnswer } from '#features/newsletter/issues/issues.schema.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import type { NewsletterSettings } from '#platform/config/newsletter-settings.ts';
import type { AppContext } from '#platform/context.ts';
import { type Mail, MailError, type Mailer, type PreparedMail } from '#platform/mail/mailer-contract.ts';
import { createEmailWorker, type MailWorkerContext } from '#platform/mail/queue/mail-worker.ts';
import { anArticle } from './builders.ts';
import type { Engine } from './database.ts';
import { readMail } from './smtp.ts';
import { type TestApp, testApp } from './test-app.ts';

export const email = 'reader@example.org';

/** An app without limits per network; `send` sends the emails that are due. */
export async function appWithPost(engine: Engine, perHour = 1000, newsletter: Partial<NewsletterSettings> = {}) {
  const defaults = readConfig({ NEWSLETTER_RATE_PER_SECOND: '10000' }).newsletter;
  const config = { subscribeLimitPerHour: perHour, newsletter: { ...defaults, ...newsletter } };
  const app = await testApp({ engine, config });
  const { mails, mailer } = collector();
  const deliveryWorker = createMailWorker({ ...app.context, mailer });
  const send = async () => {
    const before = mails.length;
    await deliveryWorker.sendDue();
    return mails.slice(before);
  };
  return { app, send, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

export const subscribe = (app: TestApp, address = email) =>
  app.json('POST', '/newsletter/subscribe', { email: address });
export const verify = (app: TestApp, token: string) => app.json('GET', `/newsletter/verify?token=${token}`);
export const tokenIn = (mail: Mail | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

export async function confirmed(app: TestApp, send: () => Promise<Mail[]>, address = email): Promise<void> {
  await subscribe(app, address);
  await verify(app, tokenIn((await send())[0]));
}

export async function stateOf(app: TestApp): Promise<string | undefined> {
  const row = await app.db.selectFrom('subscribers').select('state').where('emailKey', '=', email).executeTakeFirst();
  return row?.state;
}

/** An app with one published article and its confirmed subscribers `r1@example.org`…; `send` queues it. */
export async function appWithSubscribers(
  engine: Engine,
  count: number,
  { content, config = {} }: { content?: string; config?: Partial<Config> } = {},
) {
  const app = await testApp({ engine, config });
  const at = app.clock.now().toISOString();
  for (let n = 1; n <= count; n++) {
    const email = `r${n}@example.org`;
    const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: at };
    await app.db
      .insertInto('subscribers')
      .values({ email, emailKey: email, state: 'confirmed', ...dates })
      .execute();
  }
  const token = await app.signIn();
  const input = anArticle({ isPublished: true, ...(content ? { content } : {}) });
  const article = await app.json<Article>('POST', '/articles/admin', input, token);
  const send = () => app.json<SendAnswer>('POST', `/newsletter/admin/send/${article.body.id}`, undefined, token);
  return { app, send, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

/** What one worker sends, by hand: the outbox, then newsletters. */
export function createMailWorker(context: MailWorkerContext & Pick<AppContext, 'store'>) {
  const outbox = createEmailWorker({ ...context, groups: emailGroups(context) });
  const deliveryWorker = createDeliveryWorker(context);
  return {
    ...deliveryWorker,
    /** Answers how many mails of newsletters were tried. */
    async sendDue(): Promise<number> {
      await outbox.sendDue();
      return deliveryWorker.sendDue();
    },
    async renewLeases(): Promise<void> {
      await outbox.renewLeases();
      await deliveryWorker.renewLeases();
    },
  };
}

/** As it arrives: one of many is read from its bytes. */
export async function asArrived(mail: Mail | PreparedMail): Promise<Mail> {
  if (!mail.prepared) return mail;
  const { subject, html, text, headers } = await readMail((await mail.prepared()).bytes);
  return { to: mail.to, messageId: mail.messageId, subject, html, text, headers: Object.fromEntries(headers) };
}

/** A mailer that keeps what it is given, unless `fail` throws or its row forbids it. */
export function collector(fail: (mail: Mail | PreparedMail) => void = () => {}) {
  const mails: Mail[] = [];
  const mailer: Mailer = {
    send: async (mail, { beforeEnd = async () => true } = {}) => {
      fail(mail);
      if (!(await beforeEnd())) throw new MailError('Taken back', 'temporary', null, { step: 'data' });
      mails.push(await asArrived(mail));
      return { code: 250, answer: 'ok' };
    },
    close: async () => {},
  };
  return { mails, mailer };
}

export const deliveriesOf = (app: TestApp) =>
  app.db
    .selectFrom('mails')
    .where('issueId', 'is not', null)
    .selectAll()
    .$narrowType<{ messageId: NotNull }>()
    .orderBy('id')
    .execute();

/** The id of the newest issue, or of the newest about an article; 0 without one. */
export async function latestIssue({ db }: Pick<TestApp, 'db'>, articleId?: number): Promise<number> {
  let issues = db.selectFrom('issues').select('id').orderBy('id', 'desc').limit(1);
  if (articleId !== undefined) issues = issues.where('articleId', '=', articleId);
  return (await issues.executeTakeFirst())?.id ?? 0;
}
