import type { Api } from '#shared/api-client.ts';
import type { Finding } from './finding.ts';

/** Takes some seconds. */
export function getFindings(api: Api): Promise<Finding[]> {
  return api.call('GET', '/health/admin');
}
