/** A newsletter issue: one per article. Sending writes it and one delivery per subscriber in one transaction (A2). */
import type { ExpressionBuilder } from 'kysely';
import { type ArticleRow, getArticle, lockArticle } from '#features/articles/articles.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, isPostgres, transact } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { Conflict } from '#platform/errors.ts';
import { countAudience } from './audience.server.ts';
import { countDeliveries } from './issue-counts.server.ts';
import { notHeld } from './issue-holds.server.ts';
import { never } from './ledger.server.ts';
import { linksOf } from './links.server.ts';
import { htmlForMail } from './mail-content.server.ts';
import type { IssueProgress, SendAnswer } from './newsletter.schema.ts';
import { newsletterAnswers, sendMessage } from './newsletter.ts';
import { composeNewsletter } from './newsletter-mail.ts';
import { textForMail } from './plain-mail.server.ts';
import { queueAgain, queueDeliveries } from './queueing.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/**
 * Queues the article for every confirmed subscriber who has not been sent it yet, also where an earlier attempt has
 * failed; again and again is safe.
 * @throws NotFound, or Conflict for a draft
 */
export async function sendIssue(
  { db, config, clock }: Context,
  { articleId, administratorId }: { articleId: number; administratorId: number },
): Promise<SendAnswer> {
  const now = clock.now();
  const settings = await getSettings(db, config);
  const links = await linksOf(db, config.siteUrl);
  return transact(db, async (trx) => {
    // Locked, so that nothing is queued behind the back of its deletion.
    const article = await lockArticle(trx, articleId);
    if (!article.isPublished) throw new Conflict(newsletterAnswers.draftNotSent);
    const content = { article, settings, siteUrl: config.siteUrl, articleLink: links.article(articleId) };
    const issueId = await writeIssue(trx, article, { ...renderArticle(content), now });
    const queue = { articleId, issueId, now, messageId: links.messageIdParts(articleId) };
    const queued =
      (await queueAgain(trx, { ...queue, states: ['failed', 'skipped'] })) + (await queueDeliveries(trx, queue));
    const { audience, alreadySent, underWay } = await countAudience(trx, articleId);
    if (queued > 0)
      await trx.updateTable('issues').set({ state: 'sending', pauseReason: null }).where('id', '=', issueId).execute();
    const detail = { queued, audience };
    await audit(trx, { at: now, administratorId, action: 'newsletter.send', entityId: articleId, detail });
    return { message: sendMessage({ queued, waiting: underWay - queued, audience }), queued, alreadySent, audience };
  });
}

/**
 * How far the newsletter of an article is.
 * @throws NotFound when there is no such article
 */
export async function getProgress(db: Db, articleId: number): Promise<IssueProgress> {
  await getArticle(db, articleId, 'administrators');
  const issue = await db
    .selectFrom('issues')
    .select(['id', 'subject', 'state', 'updatedAt'])
    .where('articleId', '=', articleId)
    .executeTakeFirst();
  const counts = await countDeliveries(db, issue?.id ?? 0);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const { subject = null, state = null, updatedAt = null } = issue ?? {};
  return { articleId, subject, state, updatedAt, total, counts };
}

/** Marks the issues that have nothing left to send. */
export async function settleIssues(db: Db, now: Date): Promise<void> {
  const finished = await db
    .selectFrom('issues')
    .select('id')
    .where('state', '=', 'sending')
    .where((where) => {
      const deliveries = where.selectFrom('deliveries').select('deliveries.id');
      return where.not(where.exists(deliveries.whereRef('issueId', '=', 'issues.id').where(isUnfinished)));
    })
    .execute();
  for (const { id } of finished) await settleIssue(db, id, now);
}

async function settleIssue(db: Db, id: number, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    // The lock first, the question after it: deliveries that a "send" is adding meanwhile must be seen.
    const issue = trx.selectFrom('issues').select('id').where('id', '=', id).where('state', '=', 'sending');
    if (!(await issue.$if(isPostgres(trx), (query) => query.forUpdate()).executeTakeFirst())) return;
    const left = trx.selectFrom('deliveries').select('id').where('issueId', '=', id).where(isUnfinished);
    if (await left.limit(1).executeTakeFirst()) return;
    const done = { ...notHeld, state: 'done', updatedAt: now.toISOString() } as const;
    await trx.updateTable('issues').set(done).where('id', '=', id).execute();
  });
}

function isUnfinished(where: ExpressionBuilder<Tables, 'deliveries'>) {
  const isInDoubt = where.and([
    where('deliveries.state', '=', 'unknown'),
    where('deliveries.nextAttemptAt', '<', never),
  ]);
  return where.or([where('deliveries.state', 'in', ['queued', 'sending', 'retry']), isInDoubt]);
}

type Content = {
  article: ArticleRow;
  settings: { societyName: string; defaultArticleImage: string };
  siteUrl: string;
  articleLink: string;
};

/** The same for every reader, but for their own links. */
export function renderArticle({ article, settings, siteUrl, articleLink }: Content) {
  return composeNewsletter({
    title: article.title,
    description: article.description,
    imageUrl: article.imageUrl,
    imageAlt: article.imageAlt,
    contentHtml: htmlForMail(article.content, siteUrl),
    contentText: textForMail(article.content, siteUrl),
    articleLink,
    siteUrl,
    societyName: settings.societyName,
  });
}

type Rendered = { subject: string; html: string; text: string; now: Date };

/** The article is locked, so that two sends go one by one. */
async function writeIssue(trx: Db, article: ArticleRow, { subject, html, text, now }: Rendered): Promise<number> {
  const at = now.toISOString();
  const content = { subject, html, text, updatedAt: at };
  const known = await trx
    .updateTable('issues')
    .set(content)
    .where('articleId', '=', article.id)
    .returning('id')
    .executeTakeFirst();
  if (known) return known.id;
  const { id } = await trx
    .insertInto('issues')
    .values({ ...content, articleId: article.id, createdAt: at, state: 'sending', pauseReason: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
