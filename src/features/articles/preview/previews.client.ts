import type { Api } from '#shared/calls/api-client.ts';
import { idIn } from '#shared/calls/id-in.ts';
import type { Article, PreviewLink } from '../article.schema.ts';

/** By the link that an administrator shared. */
export function getPreview(api: Api, id: string, token: string, signal?: AbortSignal): Promise<Article> {
  return api.call('GET', `/articles/${idIn(id)}/preview?${new URLSearchParams({ token })}`, undefined, signal);
}

export function linkPreview(api: Api, id: number): Promise<PreviewLink> {
  return api.call('POST', `/articles/admin/${id}/preview`);
}

/** Ends every preview link of the article. */
export function withdrawPreviews(api: Api, id: number): Promise<{ message: string }> {
  return api.call('DELETE', `/articles/admin/${id}/preview`);
}
