/** Comments on a draft by whoever has a preview link: for administrators alone, and gone with the article. */
import { auditItem } from '#features/items/saving.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, NotFound, TooMany } from '#platform/errors.ts';
import { countCall } from '#platform/forms/form-limits.ts';
import { articleKind } from '../article.kind.ts';
import { lockArticle } from '../articles.server.ts';
import { getPreview } from '../previews.server.ts';
import type { Comment, CommentInput, NewComments } from './comment.schema.ts';
import { commentMessages } from './comment.ts';

const perHour = 20;
/** Of one article: whoever has a link cannot fill the database. */
const most = 200;

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;
type Sent = { articleId: number; token: string; address: string; input: CommentInput };

/** @throws NotFound for a link that is not good, Conflict for what visitors can read already, TooMany */
export async function addComment(context: Context, { articleId, token, address, input }: Sent): Promise<void> {
  const now = context.clock.now();
  const { isPublished } = await getPreview(context, articleId, token);
  if (isPublished) throw new Conflict(commentMessages.published);
  await countCall(context.db, { purpose: 'preview-comment', address, perHour, now });
  await transact(context.db, async (trx) => {
    await lockArticle(trx, articleId);
    const { count } = await trx
      .selectFrom('previewComments')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('articleId', '=', articleId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= most) throw new TooMany(commentMessages.full, 3600);
    await trx
      .insertInto('previewComments')
      .values({ articleId, ...input, at: now.toISOString(), readAt: null })
      .execute();
  });
}

/** The oldest first. */
export async function listComments(db: Db, articleId: number): Promise<Comment[]> {
  const rows = await db
    .selectFrom('previewComments')
    .select(['id', 'name', 'text', 'at', 'readAt'])
    .where('articleId', '=', articleId)
    .orderBy('id')
    .execute();
  return rows.map(({ readAt, ...comment }) => ({ ...comment, isNew: readAt === null }));
}

type Seen = { articleId: number; upTo?: number | undefined; now: Date };

/** `upTo`: the last comment that was seen. Those after it may have come since; without it all are. */
export async function markSeen(db: Db, { articleId, upTo, now }: Seen): Promise<void> {
  await db
    .updateTable('previewComments')
    .set({ readAt: now.toISOString() })
    .where('articleId', '=', articleId)
    .where('readAt', 'is', null)
    .$if(upTo !== undefined, (comments) => comments.where('id', '<=', upTo ?? 0))
    .execute();
}

type Deletion = { articleId: number; id: number; actor: Actor };

/** @throws NotFound */
export async function deleteComment(db: Db, { articleId, id, actor }: Deletion): Promise<void> {
  await transact(db, async (trx) => {
    const comment = trx.deleteFrom('previewComments').where('articleId', '=', articleId).where('id', '=', id);
    if ((await comment.executeTakeFirst()).numDeletedRows === 0n) throw new NotFound(commentMessages.notFound);
    await auditItem(trx, articleKind, { verb: 'delete-comment', id: articleId, actor });
  });
}

/** By article, those with the latest first; what lies in the bin is left out. */
export async function listNewComments(db: Db): Promise<NewComments[]> {
  const rows = await db
    .selectFrom('previewComments')
    .innerJoin('articles', 'articles.id', 'previewComments.articleId')
    .select(({ fn }) => ['articleId', 'articles.title', fn.countAll<number>().as('count')])
    .where('readAt', 'is', null)
    .where('articles.deletedAt', 'is', null)
    .groupBy(['articleId', 'articles.title'])
    .orderBy(({ fn }) => fn.max('previewComments.id'), 'desc')
    .limit(50)
    .execute();
  return rows.map(({ count, ...article }) => ({ ...article, count: Number(count) }));
}
