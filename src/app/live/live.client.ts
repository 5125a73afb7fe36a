import type { Api } from '#shared/calls/api-client.ts';
import type { LiveNews } from './live.ts';

/** Whoever is signed out stays on the page until the next press. */
export async function readNews(api: Api, signal: AbortSignal): Promise<LiveNews> {
  return (await (await api.open('/live/admin', signal, true)).json()) as LiveNews;
}
