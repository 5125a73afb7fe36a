import type { Api, Page } from '#shared/calls/api-client.ts';
import { type ListOptions, queryString } from '#shared/calls/api-client.ts';
import type { SubscriberState } from './subscriber.ts';
import type { ImportReport, PendingSuppression, Subscriber, SubscriberDetail } from './subscribers-admin.schema.ts';

const subscribers = '/newsletter/admin/subscribers';

type Answer = { message: string };

export function listSubscribers(
  api: Api,
  options: ListOptions & { state?: SubscriberState },
): Promise<Page<Subscriber>> {
  return api.list(`${subscribers}${queryString(options)}`);
}

export function getSubscriber(api: Api, id: number): Promise<SubscriberDetail> {
  return api.call('GET', `${subscribers}/${id}`);
}

export function addSubscriber(api: Api, email: string): Promise<Answer & { id: number }> {
  return api.call('POST', subscribers, { email });
}

export function changeSubscriber(api: Api, id: number, verb: 'unsubscribe' | 'lift'): Promise<Answer> {
  return api.call('POST', `${subscribers}/${id}/${verb}`);
}

export function listPendingSuppressions(api: Api): Promise<PendingSuppression[]> {
  return api.call('GET', `${subscribers}/pending`);
}

export function decidePendingSuppressions(
  api: Api,
  subscriberIds: number[],
  verb: 'suppress' | 'keep',
): Promise<Answer> {
  return api.call('POST', `${subscribers}/pending`, { subscriberIds, verb });
}

export function eraseSubscriber(api: Api, id: number): Promise<Answer> {
  return api.call('DELETE', `${subscribers}/${id}`);
}

/** With a dry run nothing is changed. */
export function importSubscribers(
  api: Api,
  file: File,
  { isDryRun, taken }: { isDryRun: boolean; taken: string[] },
): Promise<ImportReport> {
  const body = new FormData();
  body.append('file', file);
  const query = new URLSearchParams(taken.map((one) => ['take', one]));
  if (isDryRun) query.set('dryRun', 'true');
  return api.call('POST', `${subscribers}/import?${query}`, body);
}

export async function exportSubscribers(api: Api, wanted: { state?: SubscriberState; format: string }): Promise<Blob> {
  return (await api.open(`${subscribers}/export?${new URLSearchParams(wanted)}`)).blob();
}
