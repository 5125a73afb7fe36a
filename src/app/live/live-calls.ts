import { createRoute, z } from '@hono/zod-openapi';
import { streamSSE } from 'hono/streaming';
import type { AppContext } from '#platform/context.ts';
import { createApiApp, refusals, signedIn } from '#platform/http/api.ts';
import { logBreak } from '#platform/http/streaming.ts';
import { LiveQuery, mostSeconds } from './live.ts';
import { createNews } from './news.ts';

const events = createRoute({
  method: 'get',
  path: '/events',
  summary: 'Follow what concerns all administrators',
  tags: ['Newsletter'],
  request: { query: LiveQuery },
  responses: {
    200: {
      description:
        'Server-sent events: `news` with what LiveNews says, at once and whenever it has changed; the answer ends after `seconds`, at most 300',
      content: { 'text/event-stream': { schema: z.string() } },
    },
    ...refusals,
  },
});

/** Under /live/admin. */
export function liveApi(context: AppContext) {
  const news = createNews(context);
  const adminRoutes = createApiApp().openapi(events, (c) => {
    // Some proxies would hold back what comes in pieces.
    c.header('x-accel-buffering', 'no');
    const { seconds = mostSeconds, form } = c.req.valid('query');
    const visit = form === undefined ? null : { form, administratorId: signedIn(c).id };
    return streamSSE(c, async (stream) => {
      const gone = new AbortController();
      stream.onAbort(() => gone.abort());
      try {
        for await (const data of news.watch({ seconds, visit, signal: gone.signal })) {
          if (!(await c.get('isStillSignedIn')())) return;
          if (data) await stream.writeSSE({ event: 'news', data: JSON.stringify(data) });
          else await stream.write(': still here\n\n');
        }
      } catch (error) {
        logBreak(c, context, error);
      }
    });
  });
  return { adminRoutes };
}
