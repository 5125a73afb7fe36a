/** Links that show an article before it is published. Each is signed and bound to one article; that it was made is stored, not its token. */
import { itemAction } from '#features/items/kind.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, sign } from '#platform/tokens.ts';
import { articleKind } from './article.kind.ts';
import type { MadePreviewLink, PreviewLink } from './article.schema.ts';
import { type ArticleRow, getArticle } from './articles.server.ts';
import { findChanges } from './changes/article-changes.server.ts';

/** The name of the key that signs them. */
export const previewSecret = 'article-previews';
const lifetime = 7 * 86_400_000;
const mostListed = 50;
const refusal = 'This preview link is not valid or has expired. Please ask for a new one.';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/** @throws NotFound */
export async function linkPreview(
  { db, config, clock }: Context,
  id: number,
  administratorId: number,
): Promise<PreviewLink> {
  const now = clock.now();
  const secret = await secretFor(db, previewSecret);
  const [madeAt, expiresAt] = [now, new Date(now.getTime() + lifetime)].map((at) => at.toISOString()) as [
    string,
    string,
  ];
  return transact(db, async (trx) => {
    const article = await getArticle(trx, id);
    const made = { articleId: id, madeBy: administratorId, madeAt, expiresAt, withdrawnAt: null };
    const link = await trx.insertInto('previewLinks').values(made).returning('id').executeTakeFirstOrThrow();
    await audit(trx, { at: now, administratorId, action: itemAction(articleKind, 'preview'), entityId: id });
    return { id: link.id, url: urlOf({ config, secret }, article, { ...made, id: link.id }), expiresAt };
  });
}

/** Those that are good still, the latest first, each with who made it; null of an account that is gone. */
export async function listPreviews({ db, config, clock }: Context, id: number): Promise<MadePreviewLink[]> {
  const article = await getArticle(db, id);
  const secret = await secretFor(db, previewSecret);
  const rows = await db
    .selectFrom('previewLinks')
    .leftJoin('administrators', 'administrators.id', 'previewLinks.madeBy')
    .select(['previewLinks.id', 'madeAt', 'expiresAt', 'administrators.username as madeBy'])
    .where('articleId', '=', id)
    .where('withdrawnAt', 'is', null)
    .where('expiresAt', '>', clock.now().toISOString())
    .orderBy('previewLinks.id', 'desc')
    .limit(mostListed)
    .execute();
  return rows.map((link) => ({ ...link, url: urlOf({ config, secret }, article, link) }));
}

/**
 * Ends one link.
 * @throws NotFound
 */
export async function withdrawPreview(
  { db, clock }: Context,
  { id, link, administratorId }: { id: number; link: number; administratorId: number },
): Promise<void> {
  const now = clock.now();
  await transact(db, async (trx) => {
    await getArticle(trx, id);
    const ended = await trx
      .updateTable('previewLinks')
      .set({ withdrawnAt: now.toISOString() })
      .where('id', '=', link)
      .where('articleId', '=', id)
      .where('withdrawnAt', 'is', null)
      .executeTakeFirst();
    if (ended.numUpdatedRows === 0n) throw new NotFound('This link was withdrawn already.');
    const action = itemAction(articleKind, 'withdraw-preview');
    await audit(trx, { at: now, administratorId, action, entityId: id });
  });
}

type Signing = Pick<Context, 'config'> & { secret: string };

function urlOf(
  { config, secret }: Signing,
  article: Linked,
  { id, expiresAt }: { id: number; expiresAt: string },
): string {
  const token = tokenFor(secret, article, { expires: Date.parse(expiresAt), link: id });
  return `${config.siteUrl}/preview/${article.id}?${new URLSearchParams({ token })}`;
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
    await trx
      .updateTable('previewLinks')
      .set({ withdrawnAt: clock.now().toISOString() })
      .where('articleId', '=', id)
      .where('withdrawnAt', 'is', null)
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
 * The article as it is saved now, also once it is published; while the link lasts with the changes that are not live yet.
 * @throws NotFound when the link was changed, withdrawn or is too old, and when the article lies in the bin
 */
export async function getPreview({ db, clock }: Context, id: number, token: string): Promise<ArticleRow> {
  const expires = Number.parseInt(token, 36);
  const link = token.split('.')[2] === undefined ? null : Number.parseInt(token.split('.')[2] ?? '', 36);
  const article = await getArticle(db, id).catch(asRefusal);
  if (!article || !isSignature(token, tokenFor(await secretFor(db, previewSecret), article, { expires, link })))
    throw new NotFound(refusal);
  if (link !== null && !(await isKnown(db, { id: link, articleId: id, expires }))) throw new NotFound(refusal);
  const isOver = clock.now().getTime() >= expires;
  if (!article.isPublished && isOver) throw new NotFound(refusal);
  const changes = isOver ? null : await findChanges(db, id);
  if (!changes) return article;
  return { ...article, ...changes.fields, rendered: changes.rendered, isPublished: false };
}

/** A number alone says little: after the restore of an older backup it is given out again. */
async function isKnown(db: Db, link: { id: number; articleId: number; expires: number }): Promise<boolean> {
  const row = db
    .selectFrom('previewLinks')
    .select('id')
    .where('id', '=', link.id)
    .where('articleId', '=', link.articleId)
    .where('expiresAt', '=', new Date(link.expires).toISOString())
    .where('withdrawnAt', 'is', null);
  return (await row.executeTakeFirst()) !== undefined;
}

type Linked = Pick<ArticleRow, 'id' | 'previewsWithdrawn'>;

/**
 * Holds the count only when it is not 0, so that links that are older than the count keep working, and the number of the link at
 * its end, which older links have not.
 */
function tokenFor(
  secret: string,
  { id, previewsWithdrawn: times }: Linked,
  { expires, link }: { expires: number; link: number | null },
): string {
  const words = `preview\n${id}\n${expires}${times > 0 ? `\n${times}` : ''}${link === null ? '' : `\nlink ${link}`}`;
  return `${expires.toString(36)}.${sign(secret, words)}${link === null ? '' : `.${link.toString(36)}`}`;
}

function asRefusal(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
