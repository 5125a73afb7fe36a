import { type Api, type ChosenOptions, type Page, queryOf } from '#shared/calls/api-client.ts';
import type { Article, ArticleCard } from '../article.schema.ts';

/** Drafts too, all without their bodies. */
export function listAllArticles(api: Api, options: ChosenOptions = {}): Promise<Page<ArticleCard>> {
  return api.list(`/articles/admin${queryOf({ ...options, fields: 'card' })}`);
}

export function publishArticle(api: Api, id: number): Promise<Article> {
  return api.call('POST', `/articles/admin/publish/${id}`);
}

/** Without a mail, under the date it had: unless someone has saved it since. */
export function putBackArticle(api: Api, { id, version }: Pick<Article, 'id' | 'version'>): Promise<Article> {
  return api.call('POST', `/articles/admin/publish/${id}?date=kept&version=${version}`);
}
