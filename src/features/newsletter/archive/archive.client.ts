import type { Api } from '#shared/calls/api-client.ts';
import type { ArchivedIssue, ArchivedLink } from './archive.schema.ts';

export function listNewsletters(api: Api, signal?: AbortSignal): Promise<ArchivedLink[]> {
  return api.call('GET', '/newsletter/archive', undefined, signal);
}

export function getNewsletter(api: Api, id: number | string, signal?: AbortSignal): Promise<ArchivedIssue> {
  return api.call('GET', `/newsletter/archive/${id}`, undefined, signal);
}
