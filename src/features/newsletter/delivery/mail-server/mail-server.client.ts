import type { Api } from '#shared/calls/api-client.ts';
import type { MailServerStatus } from './mail-server.schema.ts';

export function getMailServer(api: Api): Promise<MailServerStatus> {
  return api.call('GET', '/newsletter/admin/mail-server');
}
