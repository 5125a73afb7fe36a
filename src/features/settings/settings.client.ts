import type { Api } from '#shared/api-client.ts';
import type { SiteSettings } from './settings.ts';

export function getSettings(api: Api): Promise<SiteSettings> {
  return api.call('GET', '/settings');
}
