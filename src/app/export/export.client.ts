import type { Api } from '#shared/calls/api-client.ts';

/** An archive. */
export async function exportSite(api: Api): Promise<Blob> {
  const answer = await api.open('/export/admin');
  return answer.blob();
}
