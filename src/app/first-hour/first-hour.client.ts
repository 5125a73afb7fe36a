import type { Api } from '#shared/api-client.ts';
import type { FirstHour } from './first-hour.ts';

const path = '/first-hour/admin';

export function readFirstHour(api: Api): Promise<FirstHour> {
  return api.call('GET', path);
}

/** For all administrators. */
export function dismissFirstHour(api: Api, isDismissed: boolean): Promise<{ message: string }> {
  return api.call('PUT', path, { isDismissed });
}

export function changeDemo(api: Api, change: 'remove' | 'restore' | 'purge'): Promise<{ message: string }> {
  return api.call('POST', `${path}/demo/${change}`);
}
