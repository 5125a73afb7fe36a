import type { Api } from '#shared/calls/api-client.ts';
import type { AdminSettings, SettingsInput } from './settings.schema.ts';
import type { SiteSettings } from './settings.ts';

export function getSettings(api: Api): Promise<SiteSettings> {
  return api.call('GET', '/settings');
}

export function getAdminSettings(api: Api): Promise<AdminSettings> {
  return api.call('GET', '/settings/admin');
}

export function saveSettings(api: Api, input: SettingsInput): Promise<AdminSettings> {
  return api.call('PUT', '/settings/admin', input);
}
