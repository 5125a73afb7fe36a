import type { Api, Page } from '#shared/api-client.ts';
import { type ListOptions, queryOf } from '#shared/api-client.ts';
import type { Article, ArticleCard, PreviewLink } from './article.schema.ts';

export function listArticles(api: Api, options: ListOptions = {}, signal?: AbortSignal): Promise<Page<ArticleCard>> {
  return api.list(`/articles${queryOf(options)}`, signal);
}

export function getArticle(api: Api, id: number | string, signal?: AbortSignal): Promise<Article> {
  return api.call('GET', `/articles/${encodeURIComponent(id)}`, undefined, signal);
}

/** The next older one, of the oldest the newest; null where there is no other. */
export async function findNextArticle(api: Api, id: string, signal?: AbortSignal): Promise<ArticleCard | null> {
  const older = await api.list<ArticleCard>(`/articles?limit=1&after=${encodeURIComponent(id)}`, signal);
  const [next] = older.items.length > 0 ? older.items : (await listArticles(api, { limit: 1 }, signal)).items;
  return next && String(next.id) !== id ? next : null;
}

/** By the link that an administrator shared. */
export function getPreview(api: Api, id: string, token: string, signal?: AbortSignal): Promise<Article> {
  return api.call(
    'GET',
    `/articles/${encodeURIComponent(id)}/preview?${new URLSearchParams({ token })}`,
    undefined,
    signal,
  );
}

export function linkPreview(api: Api, id: number): Promise<PreviewLink> {
  return api.call('POST', `/articles/admin/${id}/preview`);
}

/** Ends every preview link of the article. */
export function withdrawPreviews(api: Api, id: number): Promise<{ message: string }> {
  return api.call('DELETE', `/articles/admin/${id}/preview`);
}

/** Drafts too, all without their bodies. */
export function listAllArticles(api: Api, options: ListOptions = {}): Promise<Page<ArticleCard>> {
  return api.list(`/articles/admin${queryOf({ ...options, fields: 'card' })}`);
}

export function publishArticle(api: Api, id: number): Promise<Article> {
  return api.call('POST', `/articles/admin/publish/${id}`);
}

/** Without a mail, under the date it had: unless somebody has saved it since. */
export function putBackArticle(api: Api, { id, version }: Pick<Article, 'id' | 'version'>): Promise<Article> {
  return api.call('POST', `/articles/admin/publish/${id}?date=kept&version=${version}`);
}
