import type { Api } from '#shared/calls/api-client.ts';
import type { Page, PageLink } from './page.schema.ts';

/** The published pages in order, for links on every public page. */
export async function listPageLinks(api: Api): Promise<PageLink[]> {
  return (await api.list<PageLink>('/pages')).items;
}

/** An address that it had before finds it as well. */
export function getPage(api: Api, address: string, signal?: AbortSignal): Promise<Page> {
  return api.call('GET', `/pages/${encodeURIComponent(address)}`, undefined, signal);
}
