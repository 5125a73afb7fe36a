import type { Api } from '#shared/api-client.ts';
import type { LinksAnswer } from './links.ts';

/** What visitors would find at these paths of the site, in their order. */
export async function checkLinks(api: Api, paths: string[]): Promise<LinksAnswer['states']> {
  return (await api.call<LinksAnswer>('POST', '/links/admin/check', { paths })).states;
}
