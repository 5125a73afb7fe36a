import type { Api } from '#shared/calls/api-client.ts';
import type { Article } from '../article.schema.ts';
import type { ScheduleInput } from './schedule.schema.ts';

/** Plans it anew where it is planned already. */
export function scheduleArticle(api: Api, id: number, input: ScheduleInput): Promise<Article> {
  return api.call('PUT', `/articles/admin/${id}/schedule`, input);
}

export function unscheduleArticle(api: Api, id: number): Promise<{ message: string }> {
  return api.call('DELETE', `/articles/admin/${id}/schedule`);
}
