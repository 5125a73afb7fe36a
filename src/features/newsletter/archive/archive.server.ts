/** Sent newsletters as public pages, without any data of subscribers. An administrator can withdraw each. */

import { plainText } from '#features/articles/content/sanitise.server.ts';
import {
  changeThings,
  type IssueContent,
  keyOfThing,
  type Thing,
} from '#features/newsletter/content/digests/digest.ts';
import { parseIssueContent } from '#features/newsletter/content/issue-texts.server.ts';
import { auditIssue } from '#features/newsletter/delivery/queue/audit-issue.server.ts';
import { withCopies } from '#features/uploads/copies/showing-copies.server.ts';
import { findPictureInfos } from '#features/uploads/pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { preparedQuery } from '#platform/fast/prepared-query.ts';
import type { ArchivedIssue, ArchivedLink } from './archive.schema.ts';
import { withoutPersonalParts } from './archived-html.server.ts';

const notThere = 'Newsletter not found';

/** Newest first; an article that went out more than once appears by its last issue. */
export async function listArchivedIssues(db: Db): Promise<ArchivedLink[]> {
  const issues = await archivedQuery(db)
    .select(['issues.id', 'issues.articleId', 'issues.subject', 'issues.createdAt as sentAt', 'issues.content'])
    .orderBy('issues.createdAt', 'desc')
    .orderBy('issues.id', 'desc')
    .execute();
  const byArticle = Map.groupBy(issues, ({ id, articleId }) => articleId ?? `issue ${id}`);
  return withFirstWords(
    db,
    [...byArticle.values()].flatMap(([latest]) => latest ?? []),
  );
}

type Listed = { id: number; articleId: number | null; subject: string; sentAt: string; content: string };

/** The first sentence of its text, or what its first article is about, with that article's picture. */
async function withFirstWords(db: Db, issues: Listed[]): Promise<ArchivedLink[]> {
  const read = issues.map((issue) => {
    // An article's issue has neither.
    const { note, things } = parseIssueContent(issue) as Partial<IssueContent>;
    const id = issue.articleId ?? things?.find(({ kind }) => kind === 'article')?.id ?? 0;
    return { ...issue, first: id, note: plainText(note ?? '') };
  });
  const articles = await db
    .selectFrom('articles')
    .select(['id', 'description', 'imageUrl', 'imageFocalX', 'imageFocalY'])
    .where('id', 'in', [0, ...read.map(({ first }) => first)])
    .where('isPublished', '=', true)
    .where('deletedAt', 'is', null)
    .execute();
  const byId = new Map(articles.map((article) => [article.id, article]));
  const pictures = await findPictureInfos(
    db,
    articles.map(({ imageUrl }) => imageUrl),
  );
  return read.map(({ id, subject, sentAt, first, note }) => {
    const article = byId.get(first);
    const { imageUrl = null, imageFocalX = null, imageFocalY = null } = article ?? {};
    // bounded: of one sentence
    const sentence = /^[^.!?。]{1,250}[.!?。]?/.exec(note)?.[0] ?? '';
    const excerpt = sentence || article?.description || '';
    const picture = { imageUrl, image: pictures.get(imageUrl ?? '') ?? null, imageFocalX, imageFocalY };
    return { id, subject, sentAt, excerpt, ...picture };
  });
}

const findAny = preparedQuery((db) => archivedQuery(db).select('issues.id').limit(1));

export async function hasArchivedIssues(db: Db): Promise<boolean> {
  return (await findAny(db, {})).length > 0;
}

/** @throws NotFound, also for one that is withdrawn or whose article is no longer on the site */
export async function getArchivedIssue(db: Db, id: number): Promise<ArchivedIssue> {
  const issue = await archivedQuery(db)
    .select(['issues.id', 'issues.subject', 'issues.html', 'issues.articleId', 'issues.createdAt as sentAt'])
    .select('issues.content')
    .where('issues.id', '=', id)
    .executeTakeFirst();
  if (!issue) throw new NotFound(notThere);
  const { content, html, ...rest } = issue;
  const today = await withThingsOfToday(db, html, parseIssueContent({ content }));
  return { ...rest, html: await withCopies(db, withoutPersonalParts(today)) };
}

/** Every newsletter that has left, in the order of sending, as it was sent, and whether visitors can read it. */
export async function* listSentIssues(db: Db) {
  const shown = new Set((await archivedQuery(db).select('issues.id').execute()).map(({ id }) => id));
  const left = db.selectFrom('issues').where('state', '!=', 'draft').where('sendAfter', 'is', null);
  for (const { id } of await left.select('id').orderBy('id').execute()) {
    const columns = ['subject', 'kind', 'html', 'createdAt as sentAt'] as const;
    const { html, ...issue } = await left.select(columns).where('id', '=', id).executeTakeFirstOrThrow();
    yield { id, ...issue, html: withoutPersonalParts(html), isPublic: shown.has(id) };
  }
}

/** Digests and notes that are not sent yet, scheduled ones too: their title and own text. */
export async function listDraftIssues(db: Db) {
  const columns = ['id', 'kind', 'content', 'subject', 'createdAt', 'updatedAt'] as const;
  const rows = await db.selectFrom('issues').select(columns).where('state', '=', 'draft').orderBy('id').execute();
  return rows.map(({ content, ...issue }) => ({ ...issue, html: parseIssueContent({ content }).note }));
}

/** The words of what is no longer on the site go; a cancelled event says so. */
async function withThingsOfToday(db: Db, html: string, { things = [] }: Partial<IssueContent>): Promise<string> {
  if (things.length === 0) return html;
  const idsOf = (kind: Thing['kind']) => [0, ...things.filter((one) => one.kind === kind).map(({ id }) => id)];
  const articles = db.selectFrom('articles').select('id').where('id', 'in', idsOf('article'));
  const events = db.selectFrom('events').select(['id', 'cancelledAt']).where('id', 'in', idsOf('event'));
  const words = new Map<string, string>();
  for (const { id } of await articles.where('isPublished', '=', true).where('deletedAt', 'is', null).execute())
    words.set(keyOfThing({ kind: 'article', id }), '');
  for (const { id, cancelledAt } of await events.where('deletedAt', 'is', null).execute())
    words.set(keyOfThing({ kind: 'event', id }), cancelledAt === null ? '' : '<p><b>Cancelled</b></p>');
  return changeThings(html, (name, thing) => {
    const said = name.endsWith('-0') ? '' : words.get(name);
    return said === undefined ? '<p>No longer on the site</p>' : said + thing;
  });
}

/**
 * Takes the page of an issue off the site, or puts it there.
 * @throws NotFound
 */
export async function setArchived(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { id, isArchived, administratorId }: { id: number; isArchived: boolean; administratorId: number },
): Promise<void> {
  await transact(db, async (trx) => {
    const issue = await trx
      .updateTable('issues')
      .set({ isArchived })
      .where('id', '=', id)
      .returning(['id', 'articleId'])
      .executeTakeFirst();
    if (!issue) throw new NotFound(notThere);
    await auditIssue(trx, issue, { at: clock.now(), administratorId, verb: isArchived ? 'show' : 'withdraw' });
  });
}

/**
 * Issues that can no longer be undone, including cancelled ones: their first subscribers have the link. Does not check whether a
 * mail has been sent: each mail would invalidate the cached pages.
 */
function archivedQuery(db: Db) {
  return db
    .selectFrom('issues')
    .leftJoin('articles', 'articles.id', 'issues.articleId')
    .where('issues.isArchived', '=', true)
    .where('issues.state', '!=', 'draft')
    .where('issues.sendAfter', 'is', null)
    .where((eb) =>
      eb.or([
        eb('issues.articleId', 'is', null),
        eb.and([eb('articles.isPublished', '=', true), eb('articles.deletedAt', 'is', null)]),
      ]),
    );
}
