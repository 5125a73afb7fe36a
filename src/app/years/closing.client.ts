import type { Committee } from '#features/committees/committee.schema.ts';
import type { Api } from '#shared/calls/api-client.ts';
import type { ClosedYear, ClosingInput } from './closing.ts';

/** Only this answer has the links. */
export function closeYear(api: Api, input: ClosingInput): Promise<ClosedYear> {
  return api.call('POST', '/committees/admin/close', input);
}

export function undoClosing(api: Api, id: number): Promise<{ message: string }> {
  return api.call('POST', `/committees/admin/${id}/undo`, {});
}

/** As administrators see them. */
export async function listYears(api: Api): Promise<Committee[]> {
  return (await api.list<Committee>('/committees/admin')).items;
}
