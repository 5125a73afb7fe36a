/** Sends a newsletter as a test to the administrator, and the draft of an automatic digest to all administrators. */
import { scheduledTimeText } from '#features/articles/schedule/schedule.ts';
import { findSchedule } from '#features/articles/schedule/schedules.server.ts';
import { issuePath } from '#features/newsletter/issue.ts';
import { getSettings, readSocietyName } from '#features/settings/settings.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { Unavailable } from '#platform/errors.ts';
import { MailError } from '#platform/mail/mailer-contract.ts';
import type { Email, EmailGroup, EmailKind } from '#platform/mail/queue/mail-contract.ts';
import { newMessageId } from '#platform/mail/queue/mail-rows.ts';
import { escapeHtml, mailFont } from '#shared/mail/mail-layout.ts';
import { asTest, forAdministrators } from './newsletter-mail.ts';
import { type Previewed, previewMail } from './rendering.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

const testWithinMs = 30_000;

/**
 * Sends it to the administrator at once, outside the queue. Returns where it went.
 * @throws NotFound, Unavailable with the mail server's answer
 */
export async function sendTestMail(
  context: Context,
  previewed: Previewed,
  administrator: { id: number; email: string },
): Promise<string> {
  const { db, clock, config } = context;
  const { email: to, id: administratorId } = administrator;
  const { subject, ...body } = await previewMail(context, previewed, to, asTest);
  const { openMailer } = await import('#platform/mail/open-mailer.ts');
  const mailer = openMailer(config, () => readSocietyName(db, config));
  const mail = { to, subject: `[Test] ${subject}`, ...body, messageId: newMessageId('test', config.siteUrl) };
  try {
    const { file } = await mailer.send(mail, { signal: AbortSignal.timeout(testWithinMs) });
    const of =
      'articleId' in previewed
        ? ({ action: 'newsletter.test', entityId: previewed.articleId } as const)
        : ({ action: 'issue.test', entityId: previewed.issueId } as const);
    await audit(db, { at: clock.now(), administratorId, ...of, detail: { isKept: file !== undefined } });
    return to;
  } catch (error) {
    throw error instanceof MailError ? new Unavailable(whyNotSent(error)) : error;
  } finally {
    await mailer.close();
  }
}

/** The draft of an automatic digest, with 'Edit' and 'Stop' at the top. No one gets it once the digest is stopped or sent. */
export function previewEmails(context: Context): EmailGroup {
  const { db, config } = context;
  const draft: EmailKind = {
    idPrefix: 'draft',
    isWanted: async (email) => (await findSchedule(db, issueOf(email))) !== null,
    async write(email) {
      const issue = issueOf(email);
      const to = email.recipient ?? '';
      const { subject, html, text } = await previewMail(context, issue, to, forAdministrators);
      const schedule = await findSchedule(db, issue);
      const when = schedule ? scheduledTimeText(schedule.publishAt, (await getSettings(db, config)).timeZone) : '';
      const says = `This digest goes out ${when}, unless someone stops it. Only the administrators have it so far.`;
      const edit = `${config.siteUrl}${issuePath({ articleId: null, id: issue.issueId })}`;
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
  return { 'newsletter-draft': draft };
}

/** Without the class that turns links light in the dark: the banner stays light. */
function bannerLink(label: string, link: string): string {
  return `<a href="${escapeHtml(link)}" style="color:#4a663a;">${label}</a>`;
}

function issueOf({ content }: Email): { issueId: number } {
  const { issueId } = JSON.parse(content) as { issueId: number };
  return { issueId };
}

function whyNotSent({ message, responseCode, outcome, step }: MailError): string {
  if (step === 'login' && (responseCode ?? 0) >= 500)
    return `The mail server does not accept the user name and password: ${message}`;
  if (outcome === 'unknown') return `The mail server stopped answering, and the test may have arrived: ${message}`;
  if (responseCode !== null) return `The mail server refused the test: ${message}`;
  return outcome === 'refused' ? `The test cannot be sent: ${message}` : `The mail server cannot be used: ${message}`;
}
