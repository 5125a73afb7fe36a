import type { Api } from '#shared/calls/api-client.ts';
import type { Backups } from './backups.schema.ts';

type Answer = Promise<{ message: string }>;

export function listBackups(api: Api): Promise<Backups> {
  return api.call('GET', '/backups/admin');
}

export function backUpNow(api: Api): Answer {
  return api.call('POST', '/backups/admin');
}

export function rehearseNow(api: Api): Answer {
  return api.call('POST', '/backups/admin/rehearsals');
}

export async function downloadBackup(api: Api, name: string): Promise<Blob> {
  return (await api.open(`/backups/admin/${encodeURIComponent(name)}`)).blob();
}
