import { articleKind } from '#features/articles/article.kind.ts';
import type { Article } from '#features/articles/article.schema.ts';
import { articleLimits } from '#features/articles/article.ts';
import { createItem, getItem } from '#features/items/items.client.ts';
import type { Api } from '#shared/calls/api-client.ts';

/** A draft with the same text and the same pictures, which both share; what was published or sent stays with the first. */
export async function duplicateArticle(api: Api, id: number): Promise<Article> {
  const article = await getItem<Article>(api, articleKind, id);
  const { description, content, excerpt, imageUrl, imageFocalX, imageFocalY, imageAlt, lang } = article;
  // Never half a character at the end.
  const title = `Copy of ${article.title}`.slice(0, articleLimits.title).replace(/[\uD800-\uDBFF]$/, '');
  const copied = { description, content, excerpt, imageUrl, imageFocalX, imageFocalY, imageAlt, lang };
  return createItem<Article>(api, articleKind, { ...copied, title, isPublished: false });
}
