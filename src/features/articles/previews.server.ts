/** Links that show an article before it is published. They are not stored: each is signed, and bound to one article. */
import { itemAction } from '#features/items/kind.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, sign } from '#platform/tokens.ts';
import { articleKind } from './article.kind.ts';
import type { PreviewLink } from './article.schema.ts';
import { type ArticleRow, getArticle } from './articles.server.ts';

/** The name of the key that signs them. */
export const previewSecret = 'article-previews';
const lifetime = 7 * 86_400_000;
const refusal = 'This preview link is not valid or has expired. Please ask for a new one.';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/** @throws NotFound */
export async function linkPreview(
  { db, config, clock }: Context,
  id: number,
  administratorId: number,
): Promise<PreviewLink> {
  const article = await getArticle(db, id);
  const now = clock.now();
  const expires = now.getTime() + lifetime;
  const query = new URLSearchParams({ token: tokenFor(await secretFor(db, previewSecret), article, expires) });
  await audit(db, { at: now, administratorId, action: itemAction(articleKind, 'preview'), entityId: id });
  const url = `${config.siteUrl}/preview/${id}?${query}`;
  return { url, expiresAt: new Date(expires).toISOString() };
}

/**
 * Ends every link that was made for the article so far.
 * @throws NotFound
 */
export async function withdrawPreviews(
  { db, clock }: Context,
  { id, administratorId }: { id: number; administratorId: number },
): Promise<void> {
  await transact(db, async (trx) => {
    await getArticle(trx, id);
    await trx
      .updateTable('articles')
      .set((row) => ({ previewsWithdrawn: row('previewsWithdrawn', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await audit(trx, {
      at: clock.now(),
      administratorId,
      action: itemAction(articleKind, 'withdraw-preview'),
      entityId: id,
    });
  });
}

/**
 * The article as it is saved now, also once it is published.
 * @throws NotFound when the link was changed, withdrawn or is too old, and when the article lies in the bin
 */
export async function getPreview({ db, clock }: Context, id: number, token: string): Promise<ArticleRow> {
  const expires = Number.parseInt(token, 36);
  const article = await getArticle(db, id).catch(asRefusal);
  if (!article || !isSignature(token, tokenFor(await secretFor(db, previewSecret), article, expires)))
    throw new NotFound(refusal);
  if (!article.isPublished && clock.now().getTime() >= expires) throw new NotFound(refusal);
  return article;
}

type Linked = Pick<ArticleRow, 'id' | 'previewsWithdrawn'>;

/** Holds the count only when it is not 0, so that links that are older than the count keep working. */
function tokenFor(secret: string, { id, previewsWithdrawn: times }: Linked, expires: number): string {
  const words = `preview\n${id}\n${expires}${times > 0 ? `\n${times}` : ''}`;
  return `${expires.toString(36)}.${sign(secret, words)}`;
}

function asRefusal(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
