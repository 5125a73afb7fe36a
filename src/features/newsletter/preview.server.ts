/** An article's newsletter before anybody gets it: to be looked at, and as a mail to oneself. */
import { getArticle } from '#features/articles/articles.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { Unavailable } from '#platform/errors.ts';
import { MailError } from '#platform/mail/mailer.ts';
import { renderArticle } from './issues.server.ts';
import { linksOf, newMessageId } from './links.server.ts';
import { personalise } from './newsletter-mail.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/**
 * As the reader with this address would get it; also of a draft.
 * @throws NotFound
 */
export async function previewNewsletter({ db, config }: Omit<Context, 'clock'>, articleId: number, email: string) {
  const article = await getArticle(db, articleId, 'administrators');
  const settings = await getSettings(db, config);
  const links = await linksOf(db, config.siteUrl);
  const content = { article, settings, siteUrl: config.siteUrl, articleLink: links.article(articleId) };
  const { subject, html, text } = renderArticle(content);
  return { subject, ...personalise({ html, text }, links.unsubscribe(email)) };
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
  const { db, config, clock } = context;
  const { subject, html, text } = await previewNewsletter(context, articleId, administrator.email);
  const { openMailer } = await import('#platform/mail/open-mailer.ts');
  const mailer = openMailer(config);
  try {
    const messageId = newMessageId(config.siteUrl);
    const mail = { to: administrator.email, subject: `[Test] ${subject}`, html, text, messageId };
    await mailer.send(mail, { signal: AbortSignal.timeout(testWithinMs) });
  } catch (error) {
    throw error instanceof MailError ? new Unavailable(whyNotSent(error)) : error;
  } finally {
    await mailer.close();
  }
  const entry = { at: clock.now(), administratorId: administrator.id, action: 'newsletter.test', entityId: articleId };
  await audit(db, entry);
  return administrator.email;
}

function whyNotSent({ message, responseCode, outcome, isLoginRefused }: MailError): string {
  if (isLoginRefused) return `The mail server does not accept the user name and password: ${message}`;
  if (outcome === 'unknown') return `The mail server fell silent, and the test may have arrived: ${message}`;
  if (responseCode !== null) return `The mail server refused the test: ${message}`;
  return outcome === 'refused' ? `The test cannot be sent: ${message}` : `The mail server cannot be used: ${message}`;
}
