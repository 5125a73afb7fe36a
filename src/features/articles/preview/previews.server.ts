/**
 * Links that show an article before it is published: each signed and bound to one article. The database stores only how often an
 * article's links were withdrawn; restoring a backup renews the key.
 */
import { auditItem } from '#features/items/saving.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, sign } from '#platform/tokens.ts';
import { articleKind } from '../article.kind.ts';
import type { PreviewLink } from '../article.schema.ts';
import { type ArticleRow, getArticle } from '../reading.server.ts';

/** The name of the key that signs them. */
export const previewSecret = 'article-previews';
const lifetime = 7 * 86_400_000;
const refusal = 'This preview link is not valid or has expired. Please ask for a new one.';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/** @throws NotFound */
export async function createPreviewLink(
  { db, config }: Context,
  { id, actor }: { id: number; actor: Actor },
): Promise<PreviewLink> {
  const secret = await secretFor(db, previewSecret);
  const expires = actor.now.getTime() + lifetime;
  return transact(db, async (trx) => {
    const article = await getArticle(trx, id);
    await auditItem(trx, articleKind, { verb: 'preview', id, actor });
    const token = tokenFor(secret, article, { expires, link: null });
    const url = `${config.siteUrl}/preview/${id}?${new URLSearchParams({ token })}`;
    return { url, expiresAt: new Date(expires).toISOString() };
  });
}

/** Ends every link made for the article so far. @throws NotFound */
export async function withdrawPreviews({ db }: Context, { id, actor }: { id: number; actor: Actor }): Promise<void> {
  await transact(db, async (trx) => {
    await getArticle(trx, id);
    await trx
      .updateTable('articles')
      .set((row) => ({ previewsWithdrawn: row('previewsWithdrawn', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await auditItem(trx, articleKind, { verb: 'withdraw-preview', id, actor });
  });
}

/**
 * The article as saved now, even after it is published.
 * @throws NotFound if the link was changed, withdrawn or has expired, or the article is in the bin
 */
export async function getArticleByPreviewLink({ db, clock }: Context, id: number, token: string): Promise<ArticleRow> {
  const expires = Number.parseInt(token, 36);
  const link = token.split('.')[2] === undefined ? null : Number.parseInt(token.split('.')[2] ?? '', 36);
  const article = await getArticle(db, id).catch(asRefusal);
  if (!article || !isSignature(token, tokenFor(await secretFor(db, previewSecret), article, { expires, link })))
    throw new NotFound(refusal);
  const isOver = clock.now().getTime() >= expires;
  if (!article.isPublished && isOver) throw new NotFound(refusal);
  return article;
}

/** Includes the count only if it is not 0, as the first links did. Links of version 0.2.0 end with a number. */
function tokenFor(
  secret: string,
  { id, previewsWithdrawn: times }: Pick<ArticleRow, 'id' | 'previewsWithdrawn'>,
  { expires, link }: { expires: number; link: number | null },
): string {
  const words = `preview\n${id}\n${expires}${times > 0 ? `\n${times}` : ''}${link === null ? '' : `\nlink ${link}`}`;
  return `${expires.toString(36)}.${sign(secret, words)}${link === null ? '' : `.${link.toString(36)}`}`;
}

function asRefusal(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
