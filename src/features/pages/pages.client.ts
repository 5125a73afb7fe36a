import type { Api } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import type { Page, PageLink } from './page.schema.ts';

/** What every public page knows of the published ones, in their order. */
export async function listPageLinks(api: Api): Promise<PageLink[]> {
  return (await api.list<PageLink>('/pages')).items;
}

/** An address that it had before finds it as well. */
export function getPage(api: Api, address: string, signal?: AbortSignal): Promise<Page> {
  // That call lists the drafts, for administrators alone.
  if (address === 'admin') return Promise.reject(new ApiError(404, { message: 'Page not found', code: 'not_found' }));
  return api.call('GET', `/pages/${encodeURIComponent(address)}`, undefined, signal);
}
