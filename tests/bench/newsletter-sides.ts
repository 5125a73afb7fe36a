/** The two sides of the benchmarks of the newsletter: this site with its rows in the database, and nodemailer's own pool. */
import { generateKeyPairSync } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { type MailBody, personalise } from '#features/newsletter/content/newsletter-mail.ts';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import { sendArticleNewsletter } from '#features/newsletter/issues/sending.server.ts';
import { readDkimKey } from '#platform/config/newsletter-settings.ts';
import { smtpMailer } from '#platform/mail/smtp/smtp-mailer.ts';
import { openMailing, siteUrl } from './newsletter-setup.ts';

export const connections = 5;
const from = { name: 'Society', address: 'news@society.example' };
const pem = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

type Issue = MailBody & { subject: string };
export type Measured = { perSecond: number; cpuMs: number };
type Run = { port: number; messages: number; isSigned?: boolean; issue: Issue };

/** The site's own, so that both sides send the same. */
export async function composeIssue(): Promise<Issue> {
  await using mailing = await openMailing({ engine: 'sqlite', subscribers: 1 });
  await sendArticleNewsletter(mailing.context, mailing.sending);
  return await mailing.context.db.selectFrom('issues').select(['subject', 'html', 'text']).executeTakeFirstOrThrow();
}

function mailTo(issue: Issue, to: string, n: number) {
  const query = `email=${encodeURIComponent(to)}&token=${'t'.repeat(43)}`;
  const unsubscribe = `${siteUrl}/unsubscribe?${query}`;
  const choices = `${siteUrl}/subscription?${query}`;
  const own = { unsubscribe, choices, page: `${siteUrl}/newsletters/1`, since: 'March 3, 2026' };
  return {
    to,
    subject: issue.subject,
    ...personalise(issue, own),
    messageId: `<article.1.${n}.abc@society.example>`,
    headers: {
      'List-Id': '<newsletter.society.example>',
      'List-Archive': `<${siteUrl}/newsletters>`,
      'List-Unsubscribe': `<${siteUrl}/api/v1/newsletter/unsubscribe?${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'bulk',
    },
  };
}

/** nodemailer's own pool, which composes each message: the same subject, words and links. */
export async function pooledNodemailer({ port, messages, isSigned = false, issue }: Run): Promise<Measured> {
  const dkim = isSigned ? { dkim: { domainName: 'society.example', keySelector: 'news', privateKey: pem } } : {};
  const transport = createTransport({
    pool: true,
    host: '127.0.0.1',
    port,
    secure: false,
    ignoreTLS: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    ...dkim,
  });
  const started = performance.now();
  const cpu = process.cpuUsage();
  const all = Array.from({ length: messages }, (_, n) => n);
  await Promise.all(all.map((n) => transport.sendMail({ from, ...mailTo(issue, `reader${n}@example.org`, n) })));
  const seconds = (performance.now() - started) / 1000;
  transport.close();
  return { perSecond: messages / seconds, cpuMs: cpuOf(cpu) / messages };
}

export async function measureSite({ port, messages, isSigned = false }: Omit<Run, 'issue'>): Promise<Measured> {
  // Opened as the worker opens it.
  await using mailing = await openMailing({ engine: 'sqlite', subscribers: messages, durability: 'relaxed' });
  const dkim = isSigned ? { domain: 'society.example', selector: 'news', privateKey: readDkimKey(pem) } : undefined;
  const { config, db } = mailing.context;
  const context = { ...mailing.context, config: { ...config, newsletter: { ...config.newsletter, dkim } } };
  await sendArticleNewsletter(context, mailing.sending);
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}?ignoreTLS=true`, from, { connections });
  const deliveryWorker = createDeliveryWorker({ ...context, mailer });
  const renewing = setInterval(() => void deliveryWorker.renewLeases(), 1000);
  const started = performance.now();
  const cpu = process.cpuUsage();
  await deliveryWorker.sendDue();
  const seconds = (performance.now() - started) / 1000;
  clearInterval(renewing);
  await mailer.close();
  const left = await db
    .selectFrom('mails')
    .where('issueId', 'is not', null)
    .select('id')
    .where('state', '!=', 'sent')
    .execute();
  if (left.length > 0) throw new Error(`${left.length} mails were not sent`);
  return { perSecond: messages / seconds, cpuMs: cpuOf(cpu) / messages };
}

function cpuOf(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
