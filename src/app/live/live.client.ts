import type { Api } from '#shared/api-client.ts';
import { readEvents } from '#ui/event-stream.ts';
import type { LiveNews } from './live.ts';

type Following = {
  /** The form that is open, for colleagues who open it too. */
  form: string | null;
  signal: AbortSignal;
  onNews: (news: LiveNews) => void;
};

/** Tells the news until the server ends the answer. Whoever is signed out stays on the page until the next press. */
export async function followNews(api: Api, { form, signal, onNews }: Following): Promise<void> {
  const response = await api.open(`/live/admin/events${form === null ? '' : `?form=${form}`}`, signal, true);
  for await (const { event, data } of readEvents(response)) if (event === 'news') onNews(JSON.parse(data) as LiveNews);
}
