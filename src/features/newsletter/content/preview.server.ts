/** An article's newsletter before anybody gets it: to be looked at, and as a mail to oneself. */
import { getArticle } from '#features/articles/articles.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { Unavailable } from '#platform/errors.ts';
import { MailError } from '#platform/mail/mailer.ts';
import { dayInWords } from '#shared/dates.ts';
import { getIssue, type IssueText, prepareMail, renderArticle } from './issue-texts.server.ts';
import { linksOf, newMessageId } from './links.server.ts';
import { personalise } from './newsletter-mail.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock' | 'store'>;

/**
 * As the reader with this address would get it; also of a draft.
 * @throws NotFound
 */
export async function previewNewsletter(
  { db, config, clock }: Omit<Context, 'store'>,
  articleId: number,
  email: string,
) {
  const article = await getArticle(db, articleId, 'administrators');
  return asReadBy({ db, config, clock }, await renderArticle({ db, config }, article), email);
}

/**
 * What went out, as this reader would have got it.
 * @throws NotFound
 */
export async function previewIssue(
  context: Omit<Context, 'store'>,
  { articleId, issueId }: { articleId: number; issueId: number },
  email: string,
) {
  return asReadBy(context, await getIssue(context.db, { articleId, issueId }), email);
}

async function asReadBy(
  { db, config, clock }: Omit<Context, 'store'>,
  { subject, html, text }: IssueText,
  email: string,
) {
  const links = await linksOf(db, config.siteUrl);
  const { timeZone } = await getSettings(db, config);
  const since = dayInWords(clock.now().toISOString(), timeZone);
  return { subject, ...personalise({ html, text }, { unsubscribeLink: links.unsubscribe(email), since }) };
}

/** Somebody waits for the answer. */
const testWithinMs = 30_000;

/**
 * Sends it to the administrator and leaves no trace in the ledger. Answers where it went.
 * @throws Unavailable with the mail server's answer
 */
export async function sendTest(
  context: Context,
  { articleId, administrator }: { articleId: number; administrator: { id: number; email: string } },
): Promise<string> {
  const { db, config, clock, store } = context;
  // A draft's pictures may be from before pictures were made for mails.
  await prepareMail({ db, config, store }, await getArticle(db, articleId, 'administrators'));
  const { subject, html, text } = await previewNewsletter(context, articleId, administrator.email);
  const { openMailer } = await import('#platform/mail/open-mailer.ts');
  const mailer = openMailer(config);
  try {
    const messageId = newMessageId(config.siteUrl, 'test');
    const mail = { to: administrator.email, subject: `[Test] ${subject}`, html, text, messageId };
    await mailer.send(mail, { signal: AbortSignal.timeout(testWithinMs) });
  } catch (error) {
    throw error instanceof MailError ? new Unavailable(whyNotSent(error)) : error;
  } finally {
    await mailer.close();
  }
  const administratorId = administrator.id;
  await audit(db, { at: clock.now(), administratorId, action: 'newsletter.test', entityId: articleId });
  return administrator.email;
}

function whyNotSent({ message, responseCode, outcome, isLoginRefused }: MailError): string {
  if (isLoginRefused) return `The mail server does not accept the user name and password: ${message}`;
  if (outcome === 'unknown') return `The mail server fell silent, and the test may have arrived: ${message}`;
  if (responseCode !== null) return `The mail server refused the test: ${message}`;
  return outcome === 'refused' ? `The test cannot be sent: ${message}` : `The mail server cannot be used: ${message}`;
}
