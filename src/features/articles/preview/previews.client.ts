import type { Api } from '#shared/api-client.ts';
import type { Article, MadePreviewLink, PreviewLink } from '../article.schema.ts';

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

/** Those that are good still. */
export function listPreviews(api: Api, id: number): Promise<MadePreviewLink[]> {
  return api.call('GET', `/articles/admin/${id}/previews`);
}

export function withdrawPreview(api: Api, id: number, link: number): Promise<{ message: string }> {
  return api.call('DELETE', `/articles/admin/${id}/previews/${link}`);
}
