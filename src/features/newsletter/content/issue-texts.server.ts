/** The text of an issue: rendered once and never changed. A changed text, or a later send, is another issue. */
import { type ArticleRow, guessArticleLanguage } from '#features/articles/reading.server.ts';
import { isIssueOver } from '#features/newsletter/issue.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { findPrivacyLink } from '#features/settings/published-privacy-page.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { withCopies } from '#features/uploads/copies/showing-copies.server.ts';
import { findMailPictures } from '#features/uploads/mail-pictures.server.ts';
import { findPictureInfos } from '#features/uploads/pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { shownImageUrl } from '#shared/item-picture.ts';
import type { IssueContent } from './digests/digest.ts';
import { cachedMailContent } from './mail-content.server.ts';
import { pictureUrlsIn } from './mail-html.server.ts';
import { createNewsletterLinks } from './newsletter-links.server.ts';
import { composeNewsletter } from './newsletter-mail.ts';

/** With the mail's frame less than 100 kB: Gmail hides the end of a mail from 102 kB on, and with it the way to unsubscribe. */
const mostContentBytes = 90_000;

export type IssueText = { subject: string; html: string; text: string };

const columns = [
  ...(['id', 'kind', 'articleId', 'subject', 'html', 'text', 'content', 'state'] as const),
  ...(['createdAt', 'updatedAt', 'sendAfter', 'isArchived'] as const),
] as const;

export async function findIssue(db: Db, id: number, isLocked = false) {
  return (await issues(db, isLocked).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Null when the article was never sent. */
export async function findLatestIssue(db: Db, articleId: number, isLocked = false) {
  const own = issues(db, isLocked).where('articleId', '=', articleId);
  return (await own.orderBy('id', 'desc').limit(1).executeTakeFirst()) ?? null;
}

function issues(db: Db, isLocked: boolean) {
  return db
    .selectFrom('issues')
    .select(columns)
    .$if(isLocked, (issues) => issues.forUpdate());
}

/** The content of a digest or note; empty for an article's issue. */
export function parseIssueContent({ content }: { content: string }): IssueContent {
  return JSON.parse(content) as IssueContent;
}

/** @throws NotFound */
export async function getIssue(db: Db, id: number, isLocked = false) {
  const issue = await findIssue(db, id, isLocked);
  if (!issue) throw new NotFound('There is no such newsletter');
  return issue;
}

/** Why an article is not mailed now; null if it is public, or there is none. */
export function unpublishedReason({ articleId, isPublished, deletedAt }: MailedArticle): string | null {
  if (articleId === null) return null;
  if (deletedAt !== null) return newsletterAnswers.articleDeleted;
  return isPublished ? null : newsletterAnswers.articleOffline;
}

/** As an issue has it: without an article its columns are null. */
export type MailedArticle = { articleId?: number | null; isPublished: boolean | null; deletedAt: string | null };

type RenderContext = Pick<AppContext, 'db' | 'config'>;

/** The article's newsletter as of now, with placeholders for personal links. */
export async function renderArticleIssue({ db, config }: RenderContext, article: ArticleRow): Promise<IssueText> {
  const { siteUrl } = config;
  const settings = await getSettings(db, config);
  const links = await createNewsletterLinks(db, siteUrl);
  const html = await withCopies(db, article.content);
  const imageUrl = await shownUrlOf(db, article.imageUrl);
  const pictures = await findMailPictures(db, [imageUrl ?? '', ...pictureUrlsIn(html)]);
  return composeNewsletter({
    title: article.title,
    description: article.description,
    imageUrl,
    imageAlt: article.imageAlt,
    lang: article.lang ?? guessArticleLanguage(article),
    pictures,
    ...(await cachedMailContent({ html, siteUrl, pictures, mostBytes: mostContentBytes })),
    articleLink: links.article(article.id),
    siteUrl,
    societyName: settings.societyName,
    contactLine: settings.contactLine,
    privacyLink: await findPrivacyLink(db, config),
  });
}

async function shownUrlOf(db: Db, imageUrl: string | null): Promise<string | null> {
  const image = (await findPictureInfos(db, [imageUrl])).get(imageUrl ?? '') ?? null;
  return shownImageUrl({ imageUrl, image });
}

type NewIssue = { article: ArticleRow; text: IssueText; now: Date };

/**
 * The issue that a send continues: the article's latest if it is being sent with the same text (`isUnderWay`) or no one has got it;
 * otherwise a new one. Locks the article, so that sends run one at a time.
 */
export async function findOrAddIssueToSend(
  trx: Db,
  { article, text, now }: NewIssue,
): Promise<{ id: number; isUnderWay: boolean }> {
  const latest = await findLatestIssue(trx, article.id, true);
  const isSame = latest?.subject === text.subject && latest.html === text.html && latest.text === text.text;
  const isUnderWay = isSame && !isIssueOver(latest.state);
  if (isSame && (isUnderWay || !(await wasSentToAnyone(trx, latest.id)))) return { id: latest.id, isUnderWay };
  return { id: await addArticleIssue(trx, { article, text, now }), isUnderWay: false };
}

async function addArticleIssue(trx: Db, { article, text, now }: NewIssue): Promise<number> {
  const at = now.toISOString();
  const { id } = await trx
    .insertInto('issues')
    .values({ articleId: article.id, ...text, createdAt: at, updatedAt: at, state: 'sending', pauseReason: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes issues whose mails have all moved to another issue. */
export async function removeEmptyIssues(trx: Db, articleId: number): Promise<void> {
  await trx
    .deleteFrom('issues')
    .where('articleId', '=', articleId)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('mails').select('mails.id').whereRef('mails.issueId', '=', 'issues.id'))),
    )
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('erasedDeliveries').select('count').whereRef('issueId', '=', 'issues.id'))),
    )
    .execute();
}

/** Whether a mail of the issue was sent, or may have been. */
export async function wasSentToAnyone(trx: Db, issueId: number): Promise<boolean> {
  const delivery = trx.selectFrom('mails').select('state').where('issueId', '=', issueId);
  const erased = trx.selectFrom('erasedDeliveries').select('state').where('issueId', '=', issueId);
  const isOut = (await delivery.where('state', 'in', goneOut).limit(1).executeTakeFirst()) !== undefined;
  return isOut || (await erased.where('state', 'in', goneOut).limit(1).executeTakeFirst()) !== undefined;
}

const goneOut = ['sent', 'unknown', 'sending'] as const;
