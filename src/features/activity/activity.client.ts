import type { Api, Page } from '#shared/calls/api-client.ts';
import type { Activity } from './activity.schema.ts';

type Choice = { person: number | null; kind: string | null; cursor: string | null; limit: number };

/** Newest first. */
export function listActivity(api: Api, choice: Choice): Promise<Page<Activity>> {
  const given = Object.entries(choice).filter(([, value]) => value !== null);
  const query = new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]));
  return api.list(`/activity/admin?${query}`);
}
