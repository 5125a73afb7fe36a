import type { Api } from '#shared/calls/api-client.ts';

const path = '/first-hour/admin';

/** For all administrators. */
export function dismissFirstSteps(api: Api): Promise<{ message: string }> {
  return api.call('PUT', path);
}

export function changeDemo(api: Api, change: 'remove' | 'restore' | 'purge'): Promise<{ message: string }> {
  return api.call('POST', path, { change });
}
