import type { Api } from '#shared/calls/api-client.ts';
import type { KeptMails } from './kept-mails.schema.ts';

/** How many e-mails wait since no mail server was set. */
export function getKeptMails(api: Api): Promise<KeptMails> {
  return api.call('GET', '/newsletter/admin/kept');
}

export function closeKept(api: Api, verb: 'send' | 'discard'): Promise<{ message: string }> {
  return api.call('POST', `/newsletter/admin/kept/${verb}`);
}
