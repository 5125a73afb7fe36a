import { type Api, type ListOptions, type Page, queryOf } from '#shared/calls/api-client.ts';
import type { Activity } from './activity.schema.ts';

/** Newest first. */
export function listActivity(api: Api, options: ListOptions): Promise<Page<Activity>> {
  return api.list(`/activity/admin${queryOf(options)}`);
}
