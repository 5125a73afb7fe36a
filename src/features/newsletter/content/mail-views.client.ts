import type { Api, Page } from '#shared/calls/api-client.ts';
import { type ListOptions, queryString } from '#shared/calls/api-client.ts';
import type { MailView, OutboxEntry } from './mail-views.schema.ts';

/** The article as it is now, or an issue as it was sent. */
export function getMailPreview(api: Api, articleId: number, issueId?: number): Promise<MailView> {
  return api.call('GET', `/newsletter/admin/preview/${articleId}${issueId === undefined ? '' : `?issue=${issueId}`}`);
}

export function sendTestMail(api: Api, articleId: number, issueId?: number): Promise<{ message: string }> {
  return api.call('POST', `/newsletter/admin/test/${articleId}${issueId === undefined ? '' : `?issue=${issueId}`}`);
}

export function listOutbox(api: Api, options: ListOptions): Promise<Page<OutboxEntry>> {
  return api.list(`/newsletter/admin/outbox${queryString(options)}`);
}

export function sendKeptConfirmations(api: Api): Promise<{ message: string }> {
  return api.call('POST', '/newsletter/admin/outbox/confirmations');
}

export function getOutboxMail(api: Api, name: string): Promise<MailView> {
  return api.call('GET', `/newsletter/admin/outbox/${encodeURIComponent(name)}`);
}
