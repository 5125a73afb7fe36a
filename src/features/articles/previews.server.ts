/** Links that show an article before it is published. Nothing is stored: a link is signed, and bound to one article. */
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { NotFound } from '#platform/errors.ts';
import { isSignature, secretFor, sign } from '#platform/secrets.ts';
import type { PreviewLink } from './article.schema.ts';
import { type ArticleRow, getArticle } from './articles.server.ts';

const secretName = 'article-previews';
const lifetime = 7 * 86_400_000;
const refusal = 'This preview link is not valid or has expired. Please ask for a new one.';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/** @throws NotFound */
export async function linkPreview(
  { db, config, clock }: Context,
  id: number,
  administratorId: number,
): Promise<PreviewLink> {
  await getArticle(db, id, 'administrators');
  const now = clock.now();
  const expires = now.getTime() + lifetime;
  const query = new URLSearchParams({ token: tokenFor(await secretFor(db, secretName), id, expires) });
  await audit(db, { at: now, administratorId, action: 'article.preview', entityId: id });
  const url = `${config.siteUrl}/preview/${id}?${query}`;
  return { url, expiresAt: new Date(expires).toISOString() };
}

/**
 * The article as it is saved now; once it is published, an old link finds it too.
 * @throws NotFound when the link was changed or is too old, and when the article lies in the bin
 */
export async function getPreview({ db, clock }: Context, id: number, token: string): Promise<ArticleRow> {
  const expires = Number.parseInt(token, 36);
  const isOurs = isSignature(token, tokenFor(await secretFor(db, secretName), id, expires));
  const article = isOurs ? await getArticle(db, id, 'administrators').catch(asRefusal) : null;
  if (!article || (!article.isPublished && clock.now().getTime() >= expires)) throw new NotFound(refusal);
  return article;
}

function tokenFor(secret: string, id: number, expires: number): string {
  return `${expires.toString(36)}.${sign(secret, `preview\n${id}\n${expires}`)}`;
}

function asRefusal(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
