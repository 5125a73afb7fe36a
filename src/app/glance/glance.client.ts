import type { Api } from '#shared/calls/api-client.ts';
import type { Glance } from './glance.ts';

export function readGlance(api: Api): Promise<Glance> {
  return api.call('GET', '/glance/admin');
}
