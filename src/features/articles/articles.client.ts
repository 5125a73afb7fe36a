/** The calls of visitors' pages; the first load holds only these. */
import type { Api, Page } from '#shared/calls/api-client.ts';
import { type ListOptions, queryString } from '#shared/calls/api-client.ts';
import type { Article, ArticleCard } from './article.schema.ts';

export function listArticles(api: Api, options: ListOptions = {}, signal?: AbortSignal): Promise<Page<ArticleCard>> {
  return api.list(`/articles${queryString(options)}`, signal);
}

export function getArticle(api: Api, id: number | string, signal?: AbortSignal): Promise<Article> {
  return api.call('GET', `/articles/${encodeURIComponent(id)}`, undefined, signal);
}
