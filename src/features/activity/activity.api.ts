import { createRoute, z } from '@hono/zod-openapi';
import type { Kind } from '#features/items/kind.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, listHeaders, refusals } from '#platform/http/api.ts';
import { activitySchema } from './activity.schema.ts';
import { listActivity } from './activity.server.ts';
import { activityQuery } from './activity-query.schema.ts';

/** Under /activity/admin. */
export function activityApi({ db }: AppContext, kinds: readonly Kind[]) {
  const list = createRoute({
    method: 'get',
    path: '/',
    summary: 'List what was done',
    tags: ['Activity'],
    request: { query: activityQuery(kinds) },
    responses: { 200: answer(z.array(activitySchema(kinds)), 'Who did what, newest first'), ...refusals },
  });
  const adminRoutes = createApiApp().openapi(list, async (c) => {
    const page = await listActivity(db, kinds, c.req.valid('query'));
    listHeaders(c, page);
    return c.json(page.items, 200);
  });
  return { adminRoutes };
}
