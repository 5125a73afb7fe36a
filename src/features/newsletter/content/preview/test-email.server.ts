/** An article's newsletter as a mail to oneself. */
import { getArticle } from '#features/articles/articles.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { Unavailable } from '#platform/errors.ts';
import { MailError } from '#platform/mail/mailer.ts';
import { enqueueEmail } from '#platform/mail/queue/enqueue-email.ts';
import { insistentRules } from '#platform/mail/queue/insistent-rules.ts';
import type { Email, EmailGroup, EmailKind } from '#platform/mail/queue/mail-kind.ts';
import { claimFor, sendNow } from '#platform/mail/queue/send-now.ts';
import { prepareMail } from '../issue-texts.server.ts';
import { previewNewsletter } from './preview.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock' | 'store'>;

/** Somebody waits for the answer. */
const testWithinMs = 30_000;
/** Nobody waits for a test of the day before. */
const staleMs = 24 * 3_600_000;

export function testEmails(context: Context): EmailGroup {
  return { kinds: { 'newsletter-test': testEmail(context) }, rules: insistentRules };
}

/**
 * Sends it to the administrator and leaves no trace among the deliveries. Answers where it went. What the mail server does not
 * take now is told, and arrives later.
 * @throws NotFound, Unavailable with the mail server's answer
 */
export async function sendTest(
  context: Context & Pick<AppContext, 'log'>,
  { articleId, administrator }: { articleId: number; administrator: { id: number; email: string } },
): Promise<string> {
  const { db, clock } = context;
  await getArticle(db, articleId);
  const now = clock.now();
  const claim = claimFor(testWithinMs, now);
  const to = { address: administrator.email };
  const id = await enqueueEmail(db, { kind: 'newsletter-test', to, content: { articleId } }, now, claim);
  const result = await sendNow(context, { id, kind: testEmail(context), claim, withinMs: testWithinMs });
  if (result && 'error' in result)
    throw result.error instanceof MailError ? new Unavailable(whyNotSent(result.error)) : result.error;
  const entry = { at: clock.now(), administratorId: administrator.id, action: 'newsletter.test' } as const;
  await audit(db, { ...entry, entityId: articleId });
  return administrator.email;
}

function testEmail({ db, config, clock, store }: Context): EmailKind {
  return {
    idPrefix: 'test',
    async isWanted(email, now) {
      if (now.getTime() - Date.parse(email.createdAt) > staleMs) return false;
      const article = db.selectFrom('articles').select('id').where('id', '=', articleOf(email));
      if (!(await article.where('deletedAt', 'is', null).executeTakeFirst())) return false;
      // Pressed again meanwhile: the later one is enough.
      const { kind, recipient, content, id } = email;
      const later = db.selectFrom('mails').select('id').where('kind', '=', kind).where('recipient', '=', recipient);
      return !(await later.where('content', '=', content).where('id', '>', id).executeTakeFirst());
    },
    async write(email) {
      const articleId = articleOf(email);
      const to = email.recipient ?? '';
      // A draft's pictures may be from before pictures were made for mails.
      await prepareMail({ db, config, store }, await getArticle(db, articleId));
      const { subject, html, text } = await previewNewsletter({ db, config, clock }, articleId, to);
      return { to, subject: `[Test] ${subject}`, html, text };
    },
  };
}

function articleOf({ content }: Email): number {
  return (JSON.parse(content) as { articleId: number }).articleId;
}

function whyNotSent({ message, responseCode, outcome, isLoginRefused }: MailError): string {
  if (isLoginRefused) return `The mail server does not accept the user name and password: ${message}`;
  if (outcome === 'unknown') return `The mail server fell silent, and the test may have arrived: ${message}`;
  if (responseCode !== null) return `The mail server refused the test: ${message}`;
  return outcome === 'refused' ? `The test cannot be sent: ${message}` : `The mail server cannot be used: ${message}`;
}
