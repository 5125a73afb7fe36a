import type { Api } from '#shared/calls/api-client.ts';
import type { Article, PreviewLink } from '../article.schema.ts';

const base = '/articles/admin';

export function publishArticle(api: Api, id: number): Promise<Article> {
  return api.call('POST', `${base}/publish/${id}`);
}

/** Publishes again under its former date and sends no newsletter. Refused if someone has saved it since. */
export function publishArticleKeepingDate(
  api: Api,
  { id, version }: Pick<Article, 'id' | 'version'>,
): Promise<Article> {
  return api.call('POST', `${base}/publish/${id}?date=kept&version=${version}`);
}

export function createPreviewLink(api: Api, id: number): Promise<PreviewLink> {
  return api.call('POST', `${base}/${id}/preview`);
}

/** Ends every preview link of the article. */
export function withdrawPreviews(api: Api, id: number): Promise<{ message: string }> {
  return api.call('DELETE', `${base}/${id}/preview`);
}
