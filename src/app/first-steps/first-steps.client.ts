import type { Api } from '#shared/calls/api-client.ts';

const path = '/first-hour/admin';

/** For all administrators. */
export function dismissFirstSteps(api: Api): Promise<{ message: string }> {
  return api.call('PUT', path);
}

export function removeDemo(api: Api): Promise<{ message: string }> {
  return api.call('DELETE', path);
}
