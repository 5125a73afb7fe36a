/** Sends a newsletter as a test to the administrator, and the draft of an automatic digest to all administrators. */
import { setTimeout } from 'node:timers/promises';
import { getArticle } from '#features/articles/reading.server.ts';
import { scheduledTimeText } from '#features/articles/schedule/schedule.ts';
import { findSchedule } from '#features/articles/schedule/schedules.server.ts';
import { issuePath } from '#features/newsletter/issue.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { Unavailable } from '#platform/errors.ts';
import { MailError } from '#platform/mail/mailer-contract.ts';
import { enqueueEmail } from '#platform/mail/queue/enqueue-email.ts';
import type { AttemptResult, Email, EmailGroup, EmailKind, EmailRules } from '#platform/mail/queue/mail-contract.ts';
import { createEmailWorker } from '#platform/mail/queue/mail-worker.ts';
import { transactionalRules } from '#platform/mail/queue/transactional-rules.ts';
import { escapeHtml, mailFont } from '#shared/mail-layout.ts';
import { getIssue, type IssueWanted } from '../issue-texts.server.ts';
import { forAdministrators } from '../newsletter-mail.ts';
import { previewMail } from './preview.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

const testWithinMs = 30_000;
/** A test older than a day is not worth sending. */
const staleMs = 24 * 3_600_000;

export function previewEmails(context: Context): EmailGroup {
  return { 'newsletter-test': testEmail(context), 'newsletter-draft': draftEmail(context) };
}

/**
 * Sends it to the administrator, outside the deliveries. Returns where it went. Reports a refusal of the mail server; the mail then
 * arrives later.
 * @throws NotFound, Unavailable with the mail server's answer
 */
export async function sendTestMail(
  context: Context & Pick<AppContext, 'log'>,
  { articleId, issueId, administrator }: IssueWanted & { administrator: { id: number; email: string } },
): Promise<string> {
  const { db, clock } = context;
  const issue = issueId === undefined ? null : await getIssue(db, { articleId, issueId });
  if (!issue) await getArticle(db, articleId);
  const now = clock.now();
  const to = { address: administrator.email };
  const id = await enqueueEmail(db, { kind: 'newsletter-test', to, content: { articleId, issueId } }, now);
  const result = await tryAtOnce(context, id);
  if (result && 'error' in result)
    throw result.error instanceof MailError ? new Unavailable(whyNotSent(result.error)) : result.error;
  const action = issue ? 'issue.test' : 'newsletter.test';
  await audit(db, { at: clock.now(), administratorId: administrator.id, action, entityId: issueId ?? articleId });
  return administrator.email;
}

/** Sends it with a worker made for this call. Null if it is no longer wanted, or the site's worker has already sent it. */
async function tryAtOnce(
  context: Context & Pick<AppContext, 'log'>,
  id: number | null,
): Promise<Exclude<AttemptResult, { outcome: unknown }> | null> {
  const ended: AttemptResult[] = [];
  const rules: EmailRules = {
    ...transactionalRules,
    attemptMs: testWithinMs,
    judge(trx, email, result, now) {
      if (email.id === id) ended.push(result);
      return transactionalRules.judge(trx, email, result, now);
    },
  };
  const { openMailer } = await import('#platform/mail/open-mailer.ts');
  const mailer = openMailer(context.config);
  const groups = [{ 'newsletter-test': testEmail(context) }];
  const worker = createEmailWorker({ ...context, mailer, groups, rules });
  // If this worker loses the lease, the site's worker sends the test.
  const renewing = setInterval(() => void worker.renewLeases().catch(() => {}), 1000);
  try {
    await worker.sendDue();
  } finally {
    clearInterval(renewing);
    await mailer.close();
  }
  const [result] = ended;
  if (result) return 'outcome' in result ? null : result;
  return id === null ? null : endOf(context, id);
}

/** The outcome after the site's worker has taken it over. */
async function endOf({ db }: Context, id: number): Promise<{ error: MailError; to: null } | null> {
  for (const until = Date.now() + testWithinMs; Date.now() < until; await setTimeout(200)) {
    const mails = db.selectFrom('mails').select(['state', 'attempts', 'smtpCode', 'smtpAnswer']).where('id', '=', id);
    const mail = await mails.executeTakeFirst();
    if (mail?.state === 'sending' || (mail?.state === 'queued' && mail.attempts === 0)) continue;
    if (!mail || mail.state === 'sent' || mail.state === 'kept' || mail.state === 'skipped') return null;
    const outcome = mail.state === 'unknown' ? 'unknown' : mail.state === 'failed' ? 'refused' : 'temporary';
    return { error: new MailError(mail.smtpAnswer ?? '', outcome, mail.smtpCode), to: null };
  }
  return null;
}

function testEmail({ db, config, clock }: Context): EmailKind {
  return {
    idPrefix: 'test',
    async isWanted(email, now) {
      if (now.getTime() - Date.parse(email.createdAt) > staleMs) return false;
      return isThere(db, wantedBy(email));
    },
    async write(email) {
      const to = email.recipient ?? '';
      const { subject, html, text } = await previewMail({ db, config, clock }, wantedBy(email), to);
      return { to, subject: `[Test] ${subject}`, html, text };
    },
  };
}

/** The draft of an automatic digest, with 'Edit' and 'Stop' at the top. No one gets it once the digest is stopped or sent. */
function draftEmail(context: Context): EmailKind {
  const { db, config } = context;
  return {
    idPrefix: 'draft',
    isWanted: async (email) => (await findSchedule(db, { issueId: wantedBy(email).issueId ?? 0 })) !== null,
    async write(email) {
      const id = wantedBy(email).issueId ?? 0;
      const to = email.recipient ?? '';
      const { subject, html, text } = await previewMail(context, wantedBy(email), to, forAdministrators);
      const schedule = await findSchedule(db, { issueId: id });
      const when = schedule ? scheduledTimeText(schedule.publishAt, (await getSettings(db, config)).timeZone) : '';
      const says = `This digest goes out ${when}, unless someone stops it. Only the administrators have it so far.`;
      const edit = `${config.siteUrl}${issuePath({ articleId: null, id })}`;
      const stop = `${edit}&stop=1`;
      const links = `${bannerLink('Edit', edit)} · ${bannerLink('Stop', stop)}`;
      const top = `<div style="padding:16px 20px;background-color:#fff4d6;color:#1f261b;font:400 15px/1.5 ${mailFont};">${escapeHtml(says)}<br>${links}</div>`;
      return {
        to,
        subject: `[Draft] ${subject}`,
        html: html.replace(/<body[^<>]*>/, (body) => body + top),
        text: `${says}\nEdit: ${edit}\nStop: ${stop}\n\n${text}`,
      };
    },
  };
}

/** Without the class that turns links light in the dark: the banner stays light. */
function bannerLink(label: string, link: string): string {
  return `<a href="${escapeHtml(link)}" style="color:#4a663a;">${label}</a>`;
}

async function isThere(db: AppContext['db'], { articleId, issueId }: IssueWanted): Promise<boolean> {
  const found =
    issueId === undefined
      ? db.selectFrom('articles').select('id').where('id', '=', articleId).where('deletedAt', 'is', null)
      : db.selectFrom('issues').select('id').where('id', '=', issueId);
  return (await found.executeTakeFirst()) !== undefined;
}

function wantedBy({ content }: Email): IssueWanted {
  return JSON.parse(content) as IssueWanted;
}

function whyNotSent({ message, responseCode, outcome, isLoginRefused }: MailError): string {
  if (isLoginRefused) return `The mail server does not accept the user name and password: ${message}`;
  if (outcome === 'unknown') return `The mail server stopped answering, and the test may have arrived: ${message}`;
  if (responseCode !== null) return `The mail server refused the test: ${message}`;
  return outcome === 'refused' ? `The test cannot be sent: ${message}` : `The mail server cannot be used: ${message}`;
}
