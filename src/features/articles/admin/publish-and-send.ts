import type { Api } from '#shared/calls/api-client.ts';
import type { ToastOptions } from '#ui/dialogs/toast.tsx';
import type { Article } from '../article.schema.ts';

/** `told`: who gets it, and the actions offered. */
export type PublishEnd =
  | { is: 'not published'; error: unknown }
  | { is: 'published' | 'not sent'; article: Article }
  | { is: 'sent'; article: Article; told: ToastOptions };

/** Publishes the saved article, then sends its newsletter (A3), unless `send` is missing. */
export async function publishAndSend(
  api: Api,
  id: number,
  send: ((articleId: number) => Promise<ToastOptions>) | null,
): Promise<PublishEnd> {
  let article: Article;
  try {
    article = await api.call('POST', `/articles/admin/publish/${id}`);
  } catch (error) {
    return { is: 'not published', error };
  }
  if (!send) return { is: 'published', article };
  try {
    return { is: 'sent', article, told: await send(id) };
  } catch {
    return { is: 'not sent', article };
  }
}
