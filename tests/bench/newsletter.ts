/**
 * `npm run bench -- newsletter`: messages a second with their rows in the database, against nodemailer's own pool that composes
 * each message (the same subject, words and links), to the same sink with the same number of connections, in turns. Prints the ratios; by processor time the aim is 2.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { type MailBody, personalise } from '#features/newsletter/content/newsletter-mail.ts';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import { sendArticleNewsletter } from '#features/newsletter/issues/article-newsletters.server.ts';
import { readDkimKey } from '#platform/config/newsletter-settings.ts';
import { smtpMailer } from '#platform/mail/smtp/smtp-mailer.ts';
import { machine, openMailing, siteUrl, startSink } from './newsletter-setup.ts';
import { keep, say } from './report.ts';

const messages = Number(process.argv[2] ?? 3000);
const rounds = 3;
const connections = 5;
const from = { name: 'Society', address: 'news@society.example' };
const pem = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

type Measured = { perSecond: number; cpuMs: number };

await using sink = await startSink();
const issue = await composeIssue();
say(
  `${machine}; ${messages.toLocaleString('en')} messages a round, ${connections} connections, medians of ${rounds} rounds\n`,
);
say("| DKIM | nodemailer's pool: mails, processor time for each | this site | ratio | … by processor time |");
say('|---|---|---|---|---|');

for (const isSigned of [false, true]) {
  const bare: Measured[] = [];
  const ours: Measured[] = [];
  for (let round = 0; round <= rounds; round++) {
    const plain = await pooledNodemailer(isSigned);
    const site = await measureSite(isSigned);
    // The first round warms up.
    if (round === 0) continue;
    bare.push(plain);
    ours.push(site);
  }
  const [a, b] = [bare, ours].map((all) => ({
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
  })) as [Measured, Measured];
  const cells = ({ perSecond, cpuMs }: Measured) => `${perSecond.toFixed(0)}/s, ${cpuMs.toFixed(2)} ms`;
  const ratios = [b.perSecond / a.perSecond, a.cpuMs / b.cpuMs].map((ratio) => ratio.toFixed(2)).join(' | ');
  say(`| ${isSigned ? 'RSA-2048' : 'none'} | ${cells(a)} | ${cells(b)} | ${ratios} |`);
}

keep('newsletter');

/** The site's own, so that both sides send the same. */
async function composeIssue(): Promise<MailBody & { subject: string }> {
  await using mailing = await openMailing({ engine: 'sqlite', subscribers: 1 });
  await sendArticleNewsletter(mailing.context, mailing.sending);
  return await mailing.context.db.selectFrom('issues').select(['subject', 'html', 'text']).executeTakeFirstOrThrow();
}

function mailTo(to: string, n: number) {
  const query = `email=${encodeURIComponent(to)}&token=${'t'.repeat(43)}`;
  const unsubscribeLink = `${siteUrl}/unsubscribe?${query}`;
  const choicesLink = `${siteUrl}/subscription?${query}`;
  const own = { unsubscribeLink, choicesLink, pageLink: `${siteUrl}/newsletters/1`, since: 'March 3, 2026' };
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

async function pooledNodemailer(isSigned: boolean): Promise<Measured> {
  const dkim = isSigned ? { dkim: { domainName: 'society.example', keySelector: 'news', privateKey: pem } } : {};
  const transport = createTransport({
    pool: true,
    host: '127.0.0.1',
    port: sink.port,
    secure: false,
    ignoreTLS: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    ...dkim,
  });
  const started = performance.now();
  const cpu = process.cpuUsage();
  const all = Array.from({ length: messages }, (_, n) => n);
  await Promise.all(all.map((n) => transport.sendMail({ from, ...mailTo(`reader${n}@example.org`, n) })));
  const seconds = (performance.now() - started) / 1000;
  transport.close();
  return { perSecond: messages / seconds, cpuMs: cpuOf(cpu) };
}

async function measureSite(isSigned: boolean): Promise<Measured> {
  // Opened as the worker opens it.
  await using mailing = await openMailing({ engine: 'sqlite', subscribers: messages, durability: 'relaxed' });
  const dkim = isSigned ? { domain: 'society.example', selector: 'news', privateKey: readDkimKey(pem) } : undefined;
  const { config, db } = mailing.context;
  const context = { ...mailing.context, config: { ...config, newsletter: { ...config.newsletter, dkim } } };
  await sendArticleNewsletter(context, mailing.sending);
  const mailer = smtpMailer(sink.url, from, { connections });
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
  return { perSecond: messages / seconds, cpuMs: cpuOf(cpu) };
}

function cpuOf(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000 / messages;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
