/** The issues in the database. The text of one never changes: a changed text, or a later send, is another issue. */
import { isIssueOver } from '#features/newsletter/issue.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import type { Db } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import type { IssueContent } from './digests/digest.ts';

export type IssueText = { subject: string; html: string; text: string };

const columns = [
  ...(['id', 'kind', 'articleId', 'subject', 'html', 'text', 'content', 'state'] as const),
  ...(['createdAt', 'updatedAt', 'sendAfter', 'isArchived'] as const),
] as const;

export async function findIssue(db: Db, id: number, isLocked = false) {
  const issue = db.selectFrom('issues').select(columns).where('id', '=', id);
  return (await issue.$if(isLocked, (query) => query.forNoKeyUpdate()).executeTakeFirst()) ?? null;
}

/** Null when the article was never sent. */
export async function findLatestIssue(db: Db, articleId: number, isLocked = false) {
  const own = db.selectFrom('issues').select(columns).where('articleId', '=', articleId).orderBy('id', 'desc').limit(1);
  return (await own.$if(isLocked, (query) => query.forNoKeyUpdate()).executeTakeFirst()) ?? null;
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

type NewIssue = { articleId: number; text: IssueText; now: Date };

/**
 * The issue that a send continues: the article's latest if it is being sent with the same text (`isUnderWay`) or no one has got it;
 * otherwise a new one. Lock the article before, so that sends run one at a time.
 */
export async function findOrAddIssueToSend(trx: Db, { articleId, text: { subject, html, text }, now }: NewIssue) {
  const latest = await findLatestIssue(trx, articleId, true);
  const isSame = latest?.subject === subject && latest.html === html && latest.text === text;
  const isUnderWay = isSame && !isIssueOver(latest.state);
  if (isSame && (isUnderWay || !(await wasSentToAnyone(trx, latest.id)))) return { ...latest, isUnderWay };
  const at = now.toISOString();
  const added = await trx
    .insertInto('issues')
    .values({ articleId, subject, html, text, createdAt: at, updatedAt: at, state: 'sending', pauseReason: null })
    .returning(['id', 'articleId', 'sendAfter'])
    .executeTakeFirstOrThrow();
  return { ...added, isUnderWay: false };
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
