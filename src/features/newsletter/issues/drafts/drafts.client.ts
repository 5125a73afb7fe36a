import type { Schedule } from '#features/articles/schedule/schedule.schema.ts';
import type { Api } from '#shared/calls/api-client.ts';
import type { SendAnswer } from '../issues.schema.ts';
import type { IssueDraft, IssueDraftInput } from './drafts.schema.ts';

const path = (id: number) => `/newsletter/admin/issues/${id}`;

export function createIssueDraft(api: Api, kind: IssueDraft['kind']): Promise<IssueDraft> {
  return api.call('POST', '/newsletter/admin/issues', { kind });
}

export function getIssueDraft(api: Api, id: number): Promise<IssueDraft> {
  return api.call('GET', `${path(id)}/draft`);
}

export function saveIssueDraft(api: Api, id: number, input: IssueDraftInput): Promise<IssueDraft> {
  return api.call('PUT', `${path(id)}/draft`, input);
}

export function deleteIssueDraft(api: Api, id: number): Promise<{ message: string }> {
  return api.call('DELETE', `${path(id)}/draft`);
}

/** Refused if the draft was changed or stopped since `version`. Without a version it only ends a running undo window. */
export function sendIssueDraft(
  api: Api,
  id: number,
  wanted: { holdSeconds: number; version?: string | undefined },
): Promise<SendAnswer> {
  return api.call('POST', `${path(id)}/send`, wanted);
}

export function scheduleIssueDraft(
  api: Api,
  id: number,
  schedule: Pick<Schedule, 'publishAt'> & { version: string },
): Promise<IssueDraft> {
  return api.call('PUT', `${path(id)}/schedule`, schedule);
}

export function stopIssue(api: Api, id: number): Promise<{ message: string }> {
  return api.call('POST', `${path(id)}/stop`);
}
